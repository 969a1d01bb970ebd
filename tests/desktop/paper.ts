import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startCups, whyNoCups } from './cups.ts'
import type { PrintedJob } from './cups-folder.ts'

/** Printers that the app under test sees, and what came out of them. */
export interface Paper {
  /** What the app must be started with to see them. */
  environment: Record<string, string>
  printed(): Promise<PrintedJob[]>
  stop(): Promise<void>
}

/** A real CUPS with these printers, the first the default; where none can run, programs in its place, and the run says so. */
export async function startPaper(printers: readonly string[]): Promise<Paper> {
  const missing = whyNoCups()
  if (missing === null) return paperOfCups(printers)
  console.log(`Printed on a stand-in for CUPS's programs, up to what lp is handed: ${missing}.`)
  return paperOfPrograms(printers)
}

async function paperOfCups(printers: readonly string[]): Promise<Paper> {
  const cups = await startCups()
  for (const [at, name] of printers.entries()) await cups.addPrinter(name, { isDefault: at === 0 })
  return { environment: { CUPS_SERVER: cups.address }, printed: cups.printed, stop: cups.stop }
}

/** `lp` and `lpstat` as far as the app calls them: they keep what they were given, and know of no outcome. */
async function paperOfPrograms(printers: readonly string[]): Promise<Paper> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-lp-'))
  const printed = join(folder, 'printed')
  await mkdir(printed)
  await program(join(folder, 'lp'), handOver(printed))
  await program(join(folder, 'lpstat'), tellOf(printers))
  return {
    environment: { PATH: [folder, process.env.PATH ?? ''].join(delimiter) },
    printed: () => jobsIn(printed),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function program(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}`)
  await chmod(path, 0o755)
}

function handOver(printed: string): string {
  return `cd '${printed}' || exit 1
number=$(( $(ls | grep -c pdf$) + 1 ))
for last; do :; done
printf '%s\\n' "$@" > $number.txt
cp "$last" $number.tmp && mv $number.tmp $number.pdf
echo "request id is Printer-$number (1 file(s))"
`
}

function tellOf(printers: readonly string[]): string {
  const states = printers.map((name) => `printer ${name} is idle.\\n\\tDescription: ${name}\\n`).join('')
  return `case "$1" in
-e) printf '${printers.map((name) => `${name}\\n`).join('')}' ;;
-l) printf '${states}' ;;
-d) echo 'system default destination: ${printers[0]}' ;;
-H) echo 127.0.0.1:1 ;;
esac
`
}

async function jobsIn(folder: string): Promise<PrintedJob[]> {
  const numbers = (await readdir(folder))
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => Number.parseInt(name, 10))
  return Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (number) => {
        const given = (await readFile(join(folder, `${number}.txt`), 'utf8')).split('\n')
        const after = (flag: string) => given[given.indexOf(flag) + 1] ?? ''
        const options = given.filter((_word, at) => given[at - 1] === '-o').join(' ')
        const bytes = await readFile(join(folder, `${number}.pdf`))
        return { number, title: after('-t'), copies: Number(after('-n')), options, bytes }
      }),
  )
}
