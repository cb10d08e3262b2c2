import { useId, type SubmitEvent } from 'react';

export interface TokenFormProps {
  /** The server's message about authentication. */
  why: string;
  /** Whether a token was already tried. */
  isRefused: boolean;
  onToken: (token: string) => void;
}

/** Asks for a token if the server needs one, and shows the server's reason. */
export function TokenForm(props: TokenFormProps) {
  const id = useId();

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    if (typeof token === 'string') props.onToken(token.trim());
  }

  return (
    <form className="sign-in" onSubmit={submit}>
      <p>{props.why}</p>
      <label htmlFor={id}>Your token</label>
      <input
        id={id}
        name="token"
        type="password"
        autoComplete="current-password"
        required
        // A refused token is asked for again, at the same place.
        autoFocus={props.isRefused}
      />
      <button>Show pending requests</button>
      {props.isRefused && <p role="alert">The server does not know this token.</p>}
    </form>
  );
}
