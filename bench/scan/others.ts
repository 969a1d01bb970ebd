import { type Ask, managerEmail, signIn, warehouseEmail } from './boxes.ts'

/** What else goes on in the hall, until it is stopped. */
export interface Others {
  /** Throws what went wrong in the meantime. */
  stop(): Promise<void>
}

const CLIENTS = 20
/** Between two scans of one person. */
const PAUSE_MS = 1_000

/** Twenty people who scan boxes in and back, a scan a second each, and a manager who reads the report of all that happened again and again. */
export async function startOthers(url: string, codes: readonly string[]): Promise<Others> {
  let isOn = true
  const ask = await signIn(url, warehouseEmail)
  const work = Array.from({ length: CLIENTS }, (_, at) => scans(ask, codes[at] ?? '', () => isOn))
  const report = reads(await signIn(url, managerEmail), () => isOn)
  const all = Promise.all([...work, report])
  // Said when it is stopped.
  all.catch(() => undefined)
  return {
    async stop() {
      isOn = false
      await all
    },
  }
}

async function scans(ask: Ask, code: string, isOn: () => boolean): Promise<void> {
  await pause(Math.random() * PAUSE_MS)
  for (let turn = 0; isOn(); turn++) {
    const action = turn % 2 === 0 ? 'inward' : 'undo'
    await ask('/v1/erp/qc/china/inward-boxes', { action, site: 'CNQC', boxes: [{ code }] })
    await pause(PAUSE_MS)
  }
}

async function reads(ask: Ask, isOn: () => boolean): Promise<void> {
  while (isOn()) await ask('/v1/erp/qc/china/get-china-qc-reports', {})
}

function pause(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis))
}
