import { beforeEach } from 'vitest';

interface Closable {
  close(): Promise<void>;
}

/** A store for one test, and what else has to be closed after it. */
interface Opened<Store> {
  readonly store: Store;
  /** Opens another connection to the same data, as another process would. */
  readonly connect?: () => Promise<Store>;
  readonly sessions?: Closable;
}

/** The stores of one contract test. */
export interface StoreCase<Store> {
  readonly store: Store;
  /** The store, and other connections to its data if it supports them. */
  readonly stores: readonly Store[];
  /** Opens another connection to the same data. */
  readonly connect: () => Promise<Store>;
}

/** Opens a store before each test, and closes all connections afterwards. */
export function openForEach<Store extends Closable, Given extends Opened<Store>>(
  open: () => Promise<Given & Opened<Store>>,
): () => Omit<Given, 'connect'> & StoreCase<Store> {
  let current: (Omit<Given, 'connect'> & StoreCase<Store>) | undefined;
  beforeEach(async () => {
    const given = await open();
    const { store, connect, sessions } = given;
    const stores = connect === undefined ? [store] : [store, await connect()];
    const opened: Closable[] = sessions === undefined ? [...stores] : [...stores, sessions];
    current = {
      ...given,
      stores,
      async connect() {
        if (connect === undefined) throw new Error('this store keeps nothing outside the process');
        const more = await connect();
        opened.push(more);
        return more;
      },
    };
    return async () => {
      await Promise.all(opened.map((one) => one.close()));
    };
  });
  return () => {
    if (current === undefined) throw new Error('a case is opened before each test');
    return current;
  };
}
