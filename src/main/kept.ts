import Store from 'electron-store'
import type { z } from 'zod'

/** One value kept on this computer, in its own small file. */
export interface Kept<T> {
  get(): T
  set(value: T): void
}

/**
 * Opens `<userData>/<name>.json`. A file that is missing, damaged or from another version reads as `fallback`: what is kept
 * here are conveniences, and none of them may stop the app from starting.
 */
export function kept<T>(name: string, shape: z.ZodType<T>, fallback: T): Kept<T> {
  const store = new Store<{ value?: unknown }>({ name, clearInvalidConfig: true, configFileMode: 0o600 })
  let value = readOr(store, shape, fallback)
  return {
    get: () => value,
    set(next) {
      value = next
      store.set('value', next)
    },
  }
}

function readOr<T>(store: Store<{ value?: unknown }>, shape: z.ZodType<T>, fallback: T): T {
  const read = shape.safeParse(store.get('value'))
  return read.success ? read.data : fallback
}
