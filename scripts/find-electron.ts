import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packageFolder = join(import.meta.dirname, '../node_modules/electron')

/** Electron's binary, or null. Never by `require('electron')`, which tries to download it. */
export function findElectron(): string | null {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return existing(join(override, executable()))
  const pathFile = join(packageFolder, 'path.txt')
  return existsSync(pathFile) ? existing(join(packageFolder, 'dist', readFileSync(pathFile, 'utf8').trim())) : null
}

function existing(path: string): string | null {
  return existsSync(path) ? path : null
}

function executable(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** Why a window cannot be opened here, in words for the user; null when it can. */
export function windowProblem(): string | null {
  if (process.platform !== 'linux') return null
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'There is no display here'
  return process.getuid?.() === 0 ? 'Electron does not run as root' : null
}
