/**
 * How the renderer's modules share files. A browser asks for six at a time, and on a line with a latency of two seconds each six cost two: all
 * that the first page needs is one file, what most screens share is another, and what few share is joined until it is worth a request.
 */
export const fewFiles = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'screens', minShareCount: 8, priority: 2 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 120_000, priority: 1 },
  ],
}
