import type { ReactElement } from 'react';
import { Confirm } from '../confirm/index.ts';
import type { OwnCardProps } from './own-card-chat.fixture.tsx';
import tailwind from './tailwind.css?inline';

/** The kit's parts with Tailwind's classes; states are variants on `data-state`. */
export function TailwindCard({ request }: OwnCardProps): ReactElement {
  return (
    <>
      <style>{tailwind}</style>
      <Confirm.Root
        request={request}
        className="flex max-w-xl flex-col gap-4 rounded-2xl border-2 border-indigo-200 bg-white p-6 text-base text-slate-900 shadow-lg data-[state=failed]:border-red-500 data-[state=submitting]:opacity-70 dark:border-indigo-800 dark:bg-slate-900 dark:text-slate-100"
      >
        <Confirm.Title className="text-lg font-bold tracking-tight text-slate-900 dark:text-slate-100" />
        <Confirm.Args />
        <Confirm.Scope className="text-sm" />
        <Confirm.Problem className="rounded-lg bg-red-50 p-3 text-red-800 dark:bg-red-950 dark:text-red-200" />
        <Confirm.Actions className="flex justify-end gap-3">
          <Confirm.Answer
            confirmed={false}
            className="rounded-full border border-slate-300 bg-white px-5 py-2 font-medium text-slate-700 hover:bg-slate-50 dark:border-slate-600 dark:bg-slate-800 dark:text-slate-200 dark:hover:bg-slate-700"
          />
          <Confirm.Answer
            confirmed
            className="rounded-full border-transparent bg-indigo-600 px-5 py-2 font-medium text-white hover:bg-indigo-700 disabled:opacity-50"
          >
            Run it
          </Confirm.Answer>
        </Confirm.Actions>
      </Confirm.Root>
    </>
  );
}
