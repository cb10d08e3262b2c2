/** The result of work, or a failure once it has taken so long. The work itself is not stopped. */
export async function inTime<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same object, whose methods return promises: each of them fails once it has taken so long. */
export function eachInTime<T extends object>(object: T, ms: number, owner: string): T {
  return new Proxy(object, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) =>
        inTime(
          Promise.resolve(Reflect.apply(method, target, given)),
          ms,
          `${owner}: ${String(name)}`,
        );
    },
  });
}
