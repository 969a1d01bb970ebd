/** A scan as it is kept on this computer. */
export interface ScanRecord<R> {
  scan_id: string
  /** Server and user: what one of them scanned is never sent to another, or by another. */
  owner: string
  /** Counts up: scans are sent in the order in which they were made. */
  order: number
  code: string
  /** What the scan asks for, in the words of the call that takes it. */
  action: string
  /** Where the scanner stood. */
  place: string | null
  scanned_at: string
  /** The scan that this one takes back. */
  takesBack: string | null
  /** Null while nobody answered. */
  result: R | null
}

/** Where scans are kept before they are sent. */
export interface ScanStore<R> {
  load: (owner: string) => Promise<ScanRecord<R>[]>
  /** Resolves once they outlive the page, the app and its crash. */
  put: (records: readonly ScanRecord<R>[]) => Promise<void>
  remove: (ids: readonly string[]) => Promise<void>
}

const NAME = 'selvedge-scans'
const SCANS = 'scans'
const BY_OWNER = 'owner'

/** In the browser's own database: unlike local storage it has a scan on the disk as soon as it says so. */
export function scanStore<R>(): ScanStore<R> & {
  /** Of a user at all stations: their owners begin alike. */
  loadAll: (user: string) => Promise<ScanRecord<R>[]>
} {
  let opened: Promise<IDBDatabase> | null = null
  const database = () => {
    opened ??= open()
    // The next one tries anew.
    opened.catch(() => {
      opened = null
    })
    return opened
  }
  const write = async (work: (scans: IDBObjectStore) => void) => {
    const transaction = (await database()).transaction(SCANS, 'readwrite', { durability: 'relaxed' })
    work(transaction.objectStore(SCANS))
    await done(transaction)
  }
  const read = async (owners: string | IDBKeyRange) => {
    const scans = (await database()).transaction(SCANS).objectStore(SCANS)
    const found = await answer(scans.index(BY_OWNER).getAll(owners))
    return (found as ScanRecord<R>[]).toSorted((a, b) => a.order - b.order)
  }
  return {
    load: read,
    async loadAll(user) {
      return [...(await read(user)), ...(await read(IDBKeyRange.bound(`${user} `, `${user}!`, false, true)))]
    },
    put: (records) =>
      write((scans) => {
        for (const record of records) scans.put(record)
      }),
    remove: (ids) =>
      write((scans) => {
        for (const id of ids) scans.delete(id)
      }),
  }
}

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open(NAME, 1)
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore(SCANS, { keyPath: 'scan_id' }).createIndex(BY_OWNER, 'owner')
  }
  return answer(asked)
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}
