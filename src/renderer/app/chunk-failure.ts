/** A part of the program did not come (specification, section 8): which, and whether it was too slow or is not there. */
export class ChunkFailure extends Error {
  readonly chunk: string
  readonly kind: 'timeout' | 'missing' | 'stylesheet'
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'

  constructor(chunk: string, kind: ChunkFailure['kind']) {
    super(`Loading chunk ${chunk} failed (${kind})`)
    this.name = 'ChunkFailure'
    this.chunk = chunk
    this.kind = kind
    this.code = kind === 'stylesheet' ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED'
  }
}

export function loadTimeout(chunk: string): ChunkFailure {
  return new ChunkFailure(chunk, 'timeout')
}

/** What browsers say when a module or its stylesheet cannot be loaded; null for any other failure. */
export function chunkFailureOf(failure: unknown, name: string): ChunkFailure | null {
  if (failure instanceof ChunkFailure) return failure
  const words = failure instanceof Error ? failure.message : ''
  if (/Unable to preload CSS/i.test(words)) return new ChunkFailure(fileOf(words) ?? name, 'stylesheet')
  const isScript = /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(words)
  return isScript ? new ChunkFailure(fileOf(words) ?? name, 'missing') : null
}

function fileOf(words: string): string | null {
  return /([^/\s]+\.(?:js|mjs|css|tsx?))(?:[?\s]|$)/.exec(words)?.[1] ?? null
}
