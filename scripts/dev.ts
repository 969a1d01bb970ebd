import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWithChildren, followNpm, isEnding } from './ending.ts'

/** `npm run dev`: electron-vite, which by itself would leave Electron behind when it is ended. */
const root = join(import.meta.dirname, '..')
const tool = join(root, 'node_modules/electron-vite/bin/electron-vite.js')

void followNpm()
endWithChildren()
const child = spawn(process.execPath, [tool, 'dev', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
child.on('exit', (code) => {
  if (!isEnding()) process.exit(code ?? 1)
})
