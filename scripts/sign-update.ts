import { readFileSync, writeFileSync } from 'node:fs'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { isSigned, signDescription } from '../src/main/updates/signature.ts'

/**
 * `node scripts/sign-update.ts dist/latest-linux.yml …`: signs what the update feed says of a release, in place, with the key in
 * `SELVEDGE_UPDATE_PRIVATE_KEY` (a PEM of Ed25519, as `openssl genpkey -algorithm ed25519` writes it). With `--check KEY.pem`
 * before the files it signs nothing and tells whether they are signed. Ends with 1 where one is not, or cannot be.
 */
const [first, keyFile = '', ...rest] = process.argv.slice(2)
const isChecking = first === '--check'
const files = isChecking ? rest : process.argv.slice(2)
if (files.length === 0) throw new TypeError('Name the files of the feed: dist/latest-linux.yml …')

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  // As the app itself reads it.
  const description: unknown = parseUpdateInfo(text, file, new URL(`file:${file}`))
  if (isChecking) {
    const isOurs = isSigned(description, readFileSync(keyFile, 'utf8'))
    console.log(`${file}: ${isOurs ? 'signed by this key' : 'NOT SIGNED BY THIS KEY'}`)
    if (!isOurs) process.exitCode = 1
    continue
  }
  const key = process.env.SELVEDGE_UPDATE_PRIVATE_KEY
  if (!key) throw new TypeError('SELVEDGE_UPDATE_PRIVATE_KEY is not set')
  const without = text.replace(/^signature:.*\n?/gm, '')
  writeFileSync(file, `${without.trimEnd()}\nsignature: ${signDescription(description, key)}\n`)
  console.log(`${file}: signed`)
}
