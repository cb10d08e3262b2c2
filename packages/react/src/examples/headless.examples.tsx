import type { ConfirmRequest } from '@hitl/protocol';
import { useConfirm, visibleString } from '@hitl/react/headless';

export function MyCard({ request }: { request: ConfirmRequest }) {
  const { cardProps, subject, args, problem, answerable, allowable, deny, allow } =
    useConfirm(request);
  return (
    <section {...cardProps}>
      <h2>{subject}</h2>
      <pre>{visibleString(JSON.stringify(args, null, 2), 'code')}</pre>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button type="button" disabled={!answerable} onClick={deny}>
        No
      </button>
      <button type="button" disabled={!allowable} onClick={allow}>
        Yes
      </button>
    </section>
  );
}
