import { z } from 'zod'
import type { Handlers } from '../../src/server/http/call.ts'
import { reply } from '../../src/server/http/call.ts'
import type { ServerContext } from '../../src/server/http/context.ts'
import { conflict } from '../../src/server/http/errors.ts'
import { defaultLimits } from '../../src/server/http/limits.ts'
import { mount } from '../../src/server/http/mount.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { openStreams } from '../../src/server/http/streams.ts'
import { openJobs } from '../../src/server/jobs/server-jobs.ts'
import { mailSender } from '../../src/server/mail/outbox.ts'
import { openNoticeFeed } from '../../src/server/notices/feed.ts'
import { csv, get, json, post, upload } from '../../src/shared/kernel/call.ts'
import { testFiles } from './files.ts'
import { resources, type TestServer } from './server.ts'

/** Calls that do nothing but show how the server treats any call. Each adds a row to `setting` named as asked. */
export const trial = {
  write: post('trial/write', {
    summary: 'Writes once a command.',
    callers: 'signed-in',
    changes: true,
    takes: z.object({ name: z.string({ error: 'Please provide name.' }).max(40), fails: z.boolean().default(false) }),
    gives: json(z.object({ name: z.string(), run: z.int() })),
  }),
  send: upload('trial/send/{word}', {
    summary: 'Takes a form.',
    callers: 'signed-in',
    accept: ['.xlsx'],
    takes: z.object({ word: z.string(), note: z.string().optional() }),
    gives: json(z.object({ word: z.string(), note: z.string(), file: z.string(), bytes: z.int() })),
  }),
  file: get('trial/file/{how}', {
    summary: 'Gives a file, or fails on the way.',
    callers: 'signed-in',
    takes: z.object({ how: z.enum(['whole', 'fails-first', 'fails-later', 'endless', 'empty']) }),
    gives: csv((input: { how: string }) => `订单 "${input.how}"/../x.csv`),
  }),
  leak: post('trial/leak', {
    summary: 'Answers more than its contract says.',
    callers: 'anyone',
    takes: z.object({}),
    gives: json(z.object({ open: z.string() })),
  }),
  slow: post('trial/slow', {
    summary: 'Takes its time.',
    callers: 'anyone',
    takes: z.object({ ms: z.int() }),
    gives: json(z.object({ aborted: z.boolean() })),
  }),
  breaks: post('trial/breaks', {
    summary: 'Throws what it is told to.',
    callers: 'anyone',
    takes: z.object({ code: z.string(), password: z.string().optional() }),
    gives: json(z.object({})),
  }),
}

export interface Trial {
  runs: number
  /** How often an endless file was ended by its reader's going. */
  ended: number
}

export function mountTrial(server: Pick<TestServer, 'app' | 'db'>): Trial {
  const seen: Trial = { runs: 0, ended: 0 }
  mount(server.app, 'trial', trial, handlers(seen), trialContext(server))
  return seen
}

/** What calls of a test's own need to be mounted. */
export function trialContext({ app, db }: Pick<TestServer, 'app' | 'db'>): ServerContext {
  const free = () => undefined
  const tokens = { of: () => ({ isWorthwhile: true, note: free }) }
  const rates = { countOpenCall: free, countFeed: free, countSignIn: free, tokens, countCall: free, enter: free }
  const shared = { notices: openNoticeFeed(db, app.log), streams: openStreams(app, db, defaultLimits) }
  const mail = mailSender({ db, carrier: null, log: app.log })
  const files = testFiles()
  const reports = async () => db
  const jobs = openJobs({ db, reports, files, resources, log: app.log, kinds: [], onChange: () => undefined })
  const places = { db, reports, files, resources }
  return { ...places, limits: defaultLimits, sessions: openSessions(db), rates, mail, jobs, ...shared }
}

function handlers(seen: Trial): Handlers<typeof trial> {
  return {
    write: ({ name, fails }, context) =>
      context.command(async (tx) => {
        seen.runs += 1
        const run = seen.runs
        await tx
          .insertInto('setting')
          .values({ name: `${name}-${run}`, value: '1' })
          .execute()
        await new Promise((resolve) => setTimeout(resolve, 30))
        if (fails) throw conflict('This was refused.')
        return reply({ name, run }, 'Written')
      }),
    send: async ({ word, note = '', file }) => reply({ word, note, file: file.name, bytes: file.bytes.length }),
    file: async ({ how }) => ({ body: pieces(how, seen) }),
    leak: async () => {
      const answer = { open: 'yes', password_hash: 'secret' }
      return reply(answer)
    },
    slow: async ({ ms }, context) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return reply({ aborted: context.signal.aborted })
    },
    breaks: async ({ code }) => {
      throw Object.assign(new Error('relation "secret_table" broke'), { code })
    },
  }
}

async function* pieces(how: string, seen: Trial): AsyncGenerator<string> {
  if (how === 'fails-first') throw conflict('There is nothing to write.')
  if (how === 'empty') return
  try {
    yield 'a,b\n'
    if (how === 'fails-later') throw new Error('the disk went away')
    while (how === 'endless') yield 'x'.repeat(1_000)
    yield '1,2\n'
  } finally {
    seen.ended += 1
  }
}
