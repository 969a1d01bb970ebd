import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What the test decides about the machine that the app believes to run on, handed over in the environment. */
function given(name: string): string {
  const value = process.env[`STAND_IN_${name}`]
  if (!value) throw new Error(`STAND_IN_${name} is missing`)
  return value
}

const folder = given('FOLDER')

export const circumstances = {
  folder,
  version: given('VERSION'),
  /** A real backend's name, or `basic_text` for a Linux without a keyring. */
  keyring: given('KEYRING'),
  locale: given('LOCALE'),
  /** As delivered, or run from source. */
  isPackaged: process.env.STAND_IN_PACKAGED === '1',
  /** Switches of Chromium's command line, by commas. */
  switches: (process.env.STAND_IN_SWITCHES ?? '').split(',').filter(Boolean),
  /** The screens' work areas. */
  displays: JSON.parse(process.env.STAND_IN_DISPLAYS ?? '[{"x":0,"y":0,"width":1920,"height":1080}]') as object[],
  /** Another server entry than the built one, for tests that need it to die on command. */
  serverEntry: process.env.STAND_IN_SERVER_ENTRY ?? null,
}

export function path(name: string): string {
  const wanted = join(folder, name)
  mkdirSync(wanted, { recursive: true })
  return wanted
}
