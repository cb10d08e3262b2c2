import { useState } from 'react';
import { LineIcon } from './line-icon.tsx';

const STEPS = ['Asked', 'Allowed', 'Ran'] as const;

/**
 * The life of a call as a small animation: an agent asks, a person allows the call, it runs, and a
 * receipt remains. It plays once, and again on request; with reduced motion it is a still picture.
 */
export function CallAnimation() {
  const [turn, setTurn] = useState(0);
  return (
    <figure className="story" key={turn}>
      <div
        className="story-picture"
        role="img"
        aria-label="An agent asks to run npm test. A person allows it. It runs, and one line stays: Ran npm test, allowed by you."
      >
        <div className="story-said">One of the tests fails. Please repair it.</div>
        <div className="story-call">
          <div className="story-card">
            <div>
              <div className="story-head">
                repairer › <code>bash</code> <span>Medium risk</span>
              </div>
              <strong>Run this command?</strong>
              <code className="story-code">npm test</code>
              <div className="story-buttons">
                <span>Deny</span>
                <span className="story-allow">Allow once</span>
              </div>
            </div>
          </div>
          <Receipt did="Ran" what="npm test" by="0.9 sec · allowed by you" />
        </div>
        <div className="story-answer">
          The total counts each item once. I know how to repair it.
        </div>
        <div className="story-more">
          <Receipt did="Edited" what="src/cart.js" by="allowed by you" />
          <Receipt did="Ran" what="npm test" by="0.8 sec · allowed by a rule" />
          <div>Done: the total now counts every piece, and the tests pass.</div>
        </div>
      </div>
      <figcaption>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <button type="button" className="ghost story-again" onClick={() => setTurn(turn + 1)}>
          Play again
        </button>
      </figcaption>
    </figure>
  );
}

function Receipt({ did, what, by }: { did: string; what: string; by: string }) {
  return (
    <div className="story-receipt">
      <LineIcon path="M3.5 8.5l3 3 6-7" />
      <span>
        {did} <code>{what}</code>
      </span>
      <small>{by}</small>
    </div>
  );
}
