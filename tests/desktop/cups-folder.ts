import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

const systemParts = '/usr/lib/cups'

/** What a printer was given: CUPS's own number of the job, its arguments to the backend, and the bytes. */
export interface PrintedJob {
  number: number
  title: string
  copies: number
  options: string
  bytes: Buffer
}

/** What came out of a cups-pdf queue for one job: what paper would show. */
export interface PaperSheet {
  number: number
  path: string
  bytes: Buffer
}

/** Everything that a CUPS of the tests keeps, in one folder; but for one file, see `pdfSettings`. */
export async function layOut(folder: string, address: string): Promise<void> {
  for (const name of ['etc/ppd', 'spool/tmp', 'cache', 'run', 'printed', 'pdf', 'pdf-work', 'bin/backend']) {
    await mkdir(join(folder, name), { recursive: true })
  }
  // Backends run as the system's printing user, which must get through to its folder.
  await chmod(folder, 0o755)
  await chmod(join(folder, 'printed'), 0o777)
  await chmod(join(folder, 'pdf'), 0o777)
  for (const part of ['filter', 'daemon', 'cgi-bin', 'monitor', 'notifier', 'driver']) await borrow(folder, part)
  for (const backend of ['socket', 'cups-pdf']) await borrow(folder, `backend/${backend}`)
  await writeFile(join(folder, 'bin/backend/capture'), captureBackend(join(folder, 'printed')))
  await chmod(join(folder, 'bin/backend/capture'), 0o755)
  await writeFile(join(folder, 'cupsd.conf'), daemonSettings(address))
  await writeFile(join(folder, 'cups-files.conf'), fileSettings(folder))
}

/** The system's own part, in our folder of programs. */
async function borrow(folder: string, part: string): Promise<void> {
  if (existsSync(join(systemParts, part))) await symlink(join(systemParts, part), join(folder, 'bin', part))
}

/**
 * CUPS calls a backend with job, user, title, copies, options and, for a raw queue, the file. Status 5 cancels the job.
 * Each call leaves a note of its own: CUPS that was killed in the middle of a job calls again for it, and that must be seen.
 */
function captureBackend(printed: string): string {
  return `#!/bin/sh
[ $# -eq 0 ] && { echo 'direct capture "Unknown" "Capture"'; exit 0; }
[ -e '${printed}/broken' ] && exit 5
out='${printed}'/"$1-$$"
cat "\${6:--}" > "$out.pdf"
printf '%s\\n%s\\n%s' "$3" "$4" "$5" > "$out.tmp"
mv "$out.tmp" "$out.txt"
`
}

/** What came out of the capturing backend, in the order of CUPS's own numbers. */
export async function printedIn(folder: string): Promise<PrintedJob[]> {
  const printed = join(folder, 'printed')
  const notes = (await readdir(printed)).filter((name) => name.endsWith('.txt')).sort(byNumber)
  return Promise.all(
    notes.map(async (note) => {
      const [title = '', copies = '', options = ''] = (await readFile(join(printed, note), 'utf8')).split('\n')
      const bytes = await readFile(join(printed, note.replace(/txt$/, 'pdf')))
      return { number: Number.parseInt(note, 10), title, copies: Number(copies), options, bytes }
    }),
  )
}

/** What came out of cups-pdf: it ends a file's name with the job's number, and writes the file before it is complete. */
export async function sheetsIn(folder: string): Promise<PaperSheet[]> {
  const made = (await readdir(join(folder, 'pdf'))).map((name) => ({
    path: join(folder, 'pdf', name),
    number: Number(/job_(\d+)\.pdf$/.exec(name)?.[1]),
  }))
  const read = await Promise.all(made.map(async (one) => ({ ...one, bytes: await readFile(one.path) })))
  return read.filter(({ bytes }) => bytes.subarray(-32).includes('%%EOF')).sort((a, b) => a.number - b.number)
}

function byNumber(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10)
}

/**
 * cups-pdf looks for its settings in the system's folder only, in a file named after the device's address: one of our own name
 * lies there while our CUPS runs, and all that it writes is ours.
 */
export interface PdfSettings {
  device: string
  write(): Promise<void>
  remove(): Promise<void>
}

export function pdfSettings(folder: string): PdfSettings {
  const name = basename(folder)
  const path = `/etc/cups/cups-pdf-${name}.conf`
  const at = (part: string) => join(folder, part)
  const settings = `Out ${at('pdf')}
AnonDirName ${at('pdf')}
Spool ${at('pdf-work')}
Log ${at('pdf-work')}
Label 1
UserUMask 0022
`
  return {
    device: `cups-pdf:/${name}`,
    write: () => writeFile(path, settings),
    remove: () => rm(path, { force: true }),
  }
}

/** `DirtyCleanInterval 0`: what CUPS knows is on the disk at once, so that killing it loses nothing that it had promised. */
function daemonSettings(address: string): string {
  return `Listen ${address}
Browsing Off
WebInterface No
DefaultAuthType None
PreserveJobHistory Yes
DirtyCleanInterval 0
<Location />
  Order allow,deny
  Allow 127.0.0.1
</Location>
<Policy default>
  JobPrivateAccess default
  JobPrivateValues none
  SubscriptionPrivateAccess default
  SubscriptionPrivateValues none
  <Limit All>
    Order deny,allow
    Allow 127.0.0.1
  </Limit>
</Policy>
`
}

function fileSettings(folder: string): string {
  const at = (name: string) => join(folder, name)
  return `ServerRoot ${at('etc')}
ServerBin ${at('bin')}
RequestRoot ${at('spool')}
TempDir ${at('spool/tmp')}
CacheDir ${at('cache')}
StateDir ${at('run')}
ErrorLog ${at('error_log')}
AccessLog ${at('access_log')}
PageLog ${at('page_log')}
SystemGroup root
`
}
