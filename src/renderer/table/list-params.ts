/** One search parameter of a list's address: how it is read and written. A default is written as nothing. */
export interface Param<T> {
  readonly fallback: T
  read(raw: string | null): T
  write(value: T): string | null
  /** Where somebody is in the list (an open row), not what the list shows: no part of a saved view. */
  readonly isPlace?: true
}

/** Methods compare loosely, so a Param of any type is one of unknown. */
export type AnyParams = Readonly<Record<string, Param<unknown>>>

export type StateOf<P extends AnyParams> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never }

export function textParam(): Param<string> {
  return { fallback: '', read: (raw) => raw?.trim() ?? '', write: (value) => value.trim() || null }
}

/** The open row, or the part of it that is looked at. */
export function placeParam<T>(param: Param<T>): Param<T> {
  return { ...param, isPlace: true }
}

export function flagParam(): Param<boolean> {
  return { fallback: false, read: (raw) => raw === '1', write: (value) => (value ? '1' : null) }
}

/** A calendar day `yyyy-mm-dd`; anything else in the address reads as none. */
export function dayParam(): Param<string> {
  const isDay = (raw: string) => /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw))
  return {
    fallback: '',
    read: (raw) => (raw && isDay(raw) ? raw : ''),
    write: (value) => (isDay(value) ? value : null),
  }
}

export function oneOfParam<const V extends string>(values: readonly V[], fallback: V): Param<V> {
  return {
    fallback,
    read: (raw) => values.find((value) => value === raw) ?? fallback,
    write: (value) => (value === fallback ? null : value),
  }
}

/** Several of a known set, comma separated; unknown words of an old bookmark are left out. */
export function manyOfParam<const V extends string>(values: readonly V[]): Param<readonly V[]> {
  return {
    fallback: [],
    read: (raw) => {
      const named = new Set(raw?.split(',') ?? [])
      return values.filter((value) => named.has(value))
    },
    write: (chosen) => values.filter((value) => chosen.includes(value)).join(',') || null,
  }
}

export function readParams<P extends AnyParams>(params: P, search: URLSearchParams): StateOf<P> {
  const entries = Object.entries(params).map(([key, param]) => [key, param.read(search.get(key))] as const)
  return Object.fromEntries(entries) as StateOf<P>
}

/** The address after a change; words that belong to others in it stay. The search given is not changed. */
export function writeParams<P extends AnyParams>(
  params: P,
  search: URLSearchParams,
  change: Partial<StateOf<P>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(change)) {
    const written = value === undefined ? null : (params[key]?.write(value) ?? null)
    if (written === null) next.delete(key)
    else next.set(key, written)
  }
  return next
}

/** Whether any of these words differs from its default: then an empty list says "nothing matches", not "nothing yet". */
export function differs<P extends AnyParams>(
  params: P,
  state: StateOf<P>,
  keys: readonly (keyof P & string)[],
): boolean {
  return keys.some((key) => {
    const param = params[key]
    return param !== undefined && param.write(state[key]) !== param.write(param.fallback)
  })
}
