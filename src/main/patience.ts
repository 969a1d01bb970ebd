import { app } from 'electron'
import { z } from 'zod'

/** How long main waits for what may never come, in milliseconds. */
const usual = {
  /** After the page was found to hang: short work ends by itself. */
  hungPage: 10_000,
  /** Between two questions to the server whether it is there. */
  serverPulse: 5_000,
  /** From asking a silent server to end until it is ended by force. */
  serverEnd: 5_000,
  /** For a file to begin; the server itself gives a request up after two minutes. */
  firstByte: 150_000,
  /** For the next bytes of a file. */
  stalledFile: 60_000,
  /** On quitting: for downloads that are broken off to take their partial files away. */
  downloadEnd: 3_000,
  /** For everything to stop, after main itself has crashed. */
  lastStop: 15_000,
  /** For a server that is tried out. */
  serverTest: 10_000,
  /** From the start to the first look for an update. */
  firstUpdateCheck: 60_000,
}

type Patience = typeof usual

const shortened = z.record(z.string(), z.number().positive())

/** Run from source, `SELVEDGE_PATIENCE` (JSON) may change them: specs need not wait a minute. */
export const patience: Readonly<Patience> = { ...usual, ...changed() }

function changed(): Partial<Patience> {
  const wanted = process.env.SELVEDGE_PATIENCE
  if (app.isPackaged || !wanted) return {}
  return shortened.parse(JSON.parse(wanted))
}
