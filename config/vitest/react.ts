import * as React from 'react';

// What React's development build records for its developer tools, and no test reads, takes a third of
// the time that scripts need in tests that render.

// A stack trace of each new element, for warnings that name owners, until it has taken ten thousand
// within a second: say that it has.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}

// An entry for each rendered component, with its changed props, where the console can show them.
// React DOM, which is loaded later, looks for this once.
Reflect.set(console, 'timeStamp', undefined);
