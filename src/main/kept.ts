import { rmSync } from 'node:fs'
import Store from 'electron-store'
import type { z } from 'zod'
import { log } from './log.ts'

/** One value kept on this computer, in its own small file. */
export interface Kept<T> {
  get(): T
  /** Throws where the disk does not take it; until the app ends it holds all the same. */
  set(value: T): void
  /** As `set`, for what may be lost: a full disk is not to end the app. */
  note(value: T): void
  /** Back to the fallback, and what was there is off the disk, also a full one. Never throws. */
  forget(): void
}

/**
 * Opens `<userData>/<name>.json`. A file that is missing, damaged or from another version reads as `fallback`: what is kept
 * here are conveniences, and none of them may stop the app from starting.
 */
export function kept<T>(name: string, shape: z.ZodType<T>, fallback: T): Kept<T> {
  const store = new Store<{ value?: unknown }>({ name, clearInvalidConfig: true, configFileMode: 0o600 })
  let value = readOr(store, shape, fallback)
  const set = (next: T) => {
    value = next
    store.set('value', next)
  }
  return {
    get: () => value,
    set,
    note(next) {
      attempt(() => set(next), `${name} is not kept`)
    },
    forget() {
      const written = attempt(() => set(fallback), `${name} is not emptied but removed`)
      if (!written) attempt(() => rmSync(store.path, { force: true, recursive: true }), `${name} is not removed`)
    },
  }
}

function readOr<T>(store: Store<{ value?: unknown }>, shape: z.ZodType<T>, fallback: T): T {
  const read = shape.safeParse(store.get('value'))
  return read.success ? read.data : fallback
}

function attempt(work: () => void, failure: string): boolean {
  try {
    work()
    return true
  } catch (error) {
    log.error(failure, error)
    return false
  }
}
