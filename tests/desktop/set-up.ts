import { buildIfNeeded } from '../../scripts/build-if-needed.ts'
import { makeDemoFolder } from '../support/demo-folder.ts'
import { desktopRuntime } from '../support/desktop.ts'

/** Says what the specs run on, makes the demo that several of them copy, and builds the app unless SELVEDGE_BUILT names a built one (main, preload and renderer). */
// biome-ignore lint/style/noDefaultExport: Playwright takes a set-up by its default export.
export default async function setUp(): Promise<() => Promise<void>> {
  const words = {
    electron: 'Electron itself',
    'stand-in': 'the stand-in for Electron (its binary is not here): the app’s own logic, not Electron’s walls',
  }
  console.log(`Desktop specs run on ${words[desktopRuntime()]}.`)
  if (!process.env.SELVEDGE_BUILT) await buildIfNeeded()
  return makeDemoFolder()
}
