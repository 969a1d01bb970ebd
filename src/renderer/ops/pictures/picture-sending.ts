import { isLitter, type NamedFile } from '../../actions/upload/dropped-files.ts'
import type { ApiError } from '../../api/api-error.ts'

/** One file on its way, and what became of it. */
export interface SentPicture<R> {
  id: string
  file: File
  /** With its folder, where it was dropped in one. */
  name: string
  /** Where it goes; null: where its name says. */
  to: PicturePlace | null
  /** The same of all that were handed in together. */
  drop: string
  /** `asked`: a copy beside its original, of which only a person knows what it is. */
  state: 'waiting' | 'sending' | 'told' | 'failed' | 'stopped' | 'asked'
  /** 0 to 1. */
  progress: number
  told: R | null
  problem: ApiError | null
}

/** What a copy is meant as: one more picture, the one that its original is now, or nothing. */
export type CopyMeaning = 'further' | 'instead' | 'out'

export interface PicturePlace {
  style_id: string
  /** English; null: the whole style. */
  color: string | null
}

interface Ground<R> {
  send: (picture: SentPicture<R>, signal: AbortSignal, onProgress: (share: number) => void) => Promise<R>
  problemOf: (failure: unknown) => ApiError
  newId: () => string
  /** Everything that was handed in is done. */
  onIdle: () => void
  /** Files at once; three when left out. */
  atOnce?: number
}

export interface PictureSending<R> {
  all: () => readonly SentPicture<R>[]
  subscribe: (changed: () => void) => () => void
  add: (files: readonly NamedFile[], to: PicturePlace | null) => void
  /** What a copy that was asked about is. */
  answer: (id: string, meaning: CopyMeaning) => void
  /** Those that failed for the connection or the server, once more. */
  retry: () => void
  /** Really stops what is on its way; what is there stays there. */
  stop: () => void
  /** Forgets what is done. */
  clear: () => void
}

export const isOnWay = ({ state }: { state: SentPicture<unknown>['state'] }) =>
  state === 'waiting' || state === 'sending'

/** A queue of files, three at once, that keeps what became of each. */
export function makePictureSending<R>({ send, problemOf, newId, onIdle, atOnce = 3 }: Ground<R>): PictureSending<R> {
  let all: readonly SentPicture<R>[] = []
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  const become = (next: readonly SentPicture<R>[]) => {
    all = next
    for (const listener of [...listeners]) listener()
  }
  const change = (id: string, to: Partial<SentPicture<R>>) =>
    become(all.map((one) => (one.id === id && one.state !== 'stopped' ? { ...one, ...to } : one)))
  const run = async (picture: SentPicture<R>) => {
    const controller = new AbortController()
    running.set(picture.id, controller)
    change(picture.id, { state: 'sending', progress: 0 })
    try {
      const told = await send(picture, controller.signal, (progress) => change(picture.id, { progress }))
      change(picture.id, { state: 'told', told, progress: 1 })
    } catch (failure) {
      change(picture.id, { state: 'failed', problem: problemOf(failure) })
    } finally {
      running.delete(picture.id)
      pump()
      if (running.size === 0) onIdle()
    }
  }
  const pump = () => {
    const waiting = all.filter(({ state }) => state === 'waiting')
    for (const picture of waiting.slice(0, Math.max(0, atOnce - running.size))) void run(picture)
  }

  return {
    all: () => all,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    add(files, to) {
      const fresh = { to, drop: newId(), state: 'waiting', progress: 0, told: null, problem: null } as const
      const meant = files.filter(({ name }) => !isLitter(name))
      const names = new Set([...all, ...meant].map(({ name }) => name.toLowerCase()))
      const isAsked = ({ name }: NamedFile) => to === null && names.has(copyOf(name)?.original.toLowerCase() ?? '')
      const added = meant.map((one) => ({
        ...one,
        ...fresh,
        id: newId(),
        ...(isAsked(one) && { state: 'asked' as const }),
      }))
      become([...all, ...added])
      pump()
    },
    answer(id, meaning) {
      const asked = all.find((one) => one.id === id && one.state === 'asked')
      const copy = asked && copyOf(asked.name)
      if (!copy) return
      const name = meaning === 'further' ? copy.further : meaning === 'instead' ? copy.original : asked.name
      // An original that has not gone yet need not go: its copy takes its place.
      const isSpared = (one: SentPicture<R>) =>
        meaning === 'instead' && one.state === 'waiting' && one.name === copy.original
      const state = meaning === 'out' ? 'stopped' : 'waiting'
      become(all.flatMap((one) => (one.id === id ? [{ ...one, name, state }] : isSpared(one) ? [] : [one])))
      pump()
    },
    retry() {
      become(all.map((one) => (mayWork(one) ? { ...one, state: 'waiting', problem: null } : one)))
      pump()
    },
    stop() {
      become(all.map((one) => (isOnWay(one) ? { ...one, state: 'stopped' } : one)))
      for (const controller of running.values()) controller.abort()
    },
    clear() {
      become(all.filter(isOnWay))
    },
  }
}

/** `ST1001 (1).png`: which file it is a copy of by its name, and what it is called as one more picture. Null for another name. */
export function copyOf(name: string): { original: string; further: string } | null {
  const [, stem, number, ending = ''] = /^(.+?) ?[(（](\d{1,2})[)）](\.\w+)$/.exec(name) ?? []
  if (stem === undefined) return null
  return { original: `${stem}${ending}`, further: `${stem}-${Number(number) + 1}${ending}` }
}

/** What was refused for what it is stays refused; what never came there may come now. */
export function mayWork({ state, problem }: Pick<SentPicture<unknown>, 'state' | 'problem'>): boolean {
  return (
    state === 'stopped' ||
    (state === 'failed' && problem !== null && problem.status !== 400 && problem.code !== 'invalid_input')
  )
}
