/** The logo and name; `index.html` shows the same until the script is loaded. */
export function Wordmark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#2b5cc7" />
        <path d="M9 16.5l5 5 9-11" className="check" />
      </svg>
      HITL
    </>
  );
}
