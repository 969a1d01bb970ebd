import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../scripts/build-if-needed.ts'
import { startBuiltServer } from '../support/built-server.ts'

/** One real server with demo data for all screen specs; its address goes to the workers by the environment. */
// biome-ignore lint/style/noDefaultExport: Playwright takes its global set-up so.
export default async function setUp(): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-screens-'))
  process.env.SELVEDGE_CHECK_ROWS = '1'
  const server = await startBuiltServer(['--data', join(folder, 'data'), '--port', '0', '--demo'])
  process.env.SELVEDGE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
