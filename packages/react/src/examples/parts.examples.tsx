import type { ConfirmRequest } from '@hitl/protocol';
import { Confirm } from '@hitl/react';
import type { ComponentProps } from 'react';

export function DesignedCard({ request }: { request: ConfirmRequest }) {
  return (
    <Confirm.Root request={request} className="card">
      <Confirm.Title className="card-title" />
      <Confirm.Args />
      <Confirm.Scope />
      <Confirm.Problem />
      <Confirm.Actions>
        <Confirm.Answer confirmed={false} asChild>
          <MyButton>Not now</MyButton>
        </Confirm.Answer>
        <Confirm.Answer confirmed asChild>
          <MyButton tone="main">Go ahead</MyButton>
        </Confirm.Answer>
      </Confirm.Actions>
    </Confirm.Root>
  );
}

function MyButton({ tone, ...props }: ComponentProps<'button'> & { tone?: 'main' }) {
  return <button {...props} className={`my-button ${tone ?? ''}`} />;
}
