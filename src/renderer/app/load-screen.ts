import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type ChunkFailure, chunkFailureOf, loadTimeout } from './chunk-failure.ts'

/** A screen in a chunk of its own. Loading gives up after the specification's time-out. */
export function loadScreen(name: string, load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await Promise.race([load(), timeout(name)]).catch(rethrow(name)) }))
}

function timeout(name: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(loadTimeout(name)), 120_000))
}

function rethrow(name: string): (failure: unknown) => never {
  return (failure) => {
    const chunk: ChunkFailure | null = chunkFailureOf(failure, name)
    throw chunk ?? failure
  }
}
