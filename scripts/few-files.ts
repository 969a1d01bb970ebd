/**
 * How the renderer's modules share files. A browser asks for six at a time, and on a line with a latency of two seconds each six cost two: all
 * that the first page needs is one file, what most screens share is another, and what few share is joined until it is worth a request.
 */
export const fewFiles = {
  groups: [
    // Every icon there is, by name: fetched where a name is only known at run time, and never beside what screens need at once.
    { name: 'icon-paths', test: /icons[\\/]lib[\\/]esm[\\/]generated[\\/]\d+px[\\/]paths/, priority: 5 },
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: 'screens', minShareCount: 8, priority: 2 },
    // A facility's phone is on a slow line: its screens are one file, which holds nothing of others.
    { name: 'facility', test: /renderer[\\/]supply-management/, minShareCount: 1, priority: 1.5 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 120_000, priority: 1 },
  ],
}
