import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type ChunkFailure, chunkFailureOf, loadTimeout } from './chunk-failure.ts'

/** Loading gives up after this long (specification, section 9). */
export const loadTimeoutMillis = 120_000

/** A screen in a chunk of its own. */
export function loadScreen(name: string, load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await withinTime(name, load) }))
}

/** What `load` gives. Throws `ChunkFailure` where it takes too long or a file of it does not come. */
export function withinTime<T>(name: string, load: () => Promise<T>): Promise<T> {
  return Promise.race([load(), timeout(name)]).catch(rethrow(name))
}

function timeout(name: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(loadTimeout(name)), loadTimeoutMillis))
}

function rethrow(name: string): (failure: unknown) => never {
  return (failure) => {
    const chunk: ChunkFailure | null = chunkFailureOf(failure, name)
    throw chunk ?? failure
  }
}
