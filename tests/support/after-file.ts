type Close = () => Promise<unknown>

/**
 * Closed when the test file is through, if they are not before: first servers, then their databases. Modules are loaded once for many
 * files, so that an `afterAll` at a module's top would be that of the first file only; `tests/support/each-file.ts` calls this in each.
 */
export const openServers = new Set<Close>()
export const openDatabases = new Set<Close>()

export async function closeAll(): Promise<void> {
  for (const open of [openServers, openDatabases]) {
    const all = [...open]
    open.clear()
    await Promise.all(all.map((close) => close()))
  }
}
