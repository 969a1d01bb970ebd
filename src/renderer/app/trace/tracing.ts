import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { recordWords } from '../../../shared/areas/trace/records.ts'
import { type TraceKind, traceKinds } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { Pictured } from '../../pictures/StylePicture.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { type Destination, fitting, type PageAction } from './palette-entries.ts'
import { takeTyped } from './typed-ahead.ts'

/** A line of the palette. */
export type Entry = { type: 'traced'; traced: Recent | Hit } | Destination | PageAction

/** Entries under one heading. */
export interface Part {
  key: 'recent' | 'exact' | 'actions' | 'screens' | 'views' | 'settings' | 'records' | 'found'
  entries: readonly Entry[]
}

interface Palette {
  /** Looked up at once; empty: nothing yet. */
  code: string
  /** What is found without asking the server, for a text; for none, all that is of use before anything is typed. */
  locally: (text: string) => Part[]
  /** A way to another screen, or something done on this one. */
  onLeave: (entry: Destination | PageAction) => void
}

/** What the palette holds: the text, what answers it, and the way through the lives that were opened. */
export function usePalette({ code, locally, onLeave }: Palette) {
  const input = useRef<HTMLInputElement>(null)
  const userId = useUserId()
  const [text, setText] = useState(code)
  const [settled, setSettled] = useState(code.trim())
  const isComposing = useRef(false)
  const found = useFind(settled)
  const lookUp = useLookUp()
  const trail = useTrail(input)
  const [recent] = useState(() => readRecent(userId))
  const near = locally(settled)
  const answer = settled === '' ? undefined : found.data
  const again = fitting(settled, recent, titlesOf)
  const parts = partsOf({
    again: settled === '' ? again : again.slice(0, 3),
    near,
    found: answer,
    isCurrent: found.isCurrent,
    wanted: settled.toUpperCase(),
  })
  const entries = parts.flatMap((part) => part.entries)
  const choice = useChoice(entries.length)

  const type = (words: string) => {
    setText(words)
    trail.clear()
    choice.forget()
    if (!isComposing.current) setSettled(words.trim())
  }
  const open = (entry: Entry) => {
    if (entry.type === 'traced') return trail.open(entry.traced)
    if (entry.type === 'destination') keepRecent(userId, entry)
    onLeave(entry)
  }
  // The text is taken and marked for being overwritten before anything is awaited: the next scan never runs into this one.
  const submit = async (typed: string) => {
    input.current?.select()
    trail.clear()
    const isShown = typed === settled && found.isCurrent && found.data !== undefined
    // Words without a digit are nobody's code: what is on screen answers them at once.
    const isNear = typed === settled && !/\d/.test(typed) && near.length > 0
    if (typed === '' || choice.isMade || isShown || isNear) {
      // Of an answer to other words nothing is opened.
      const chosen = isNear && !choice.isMade && !isShown ? near[0]?.entries[0] : entries[choice.active]
      if (chosen) open(chosen)
      return
    }
    setSettled(typed)
    found.askNow(typed)
    const known = await lookUp(typed)
    // The next scan has begun: opening would select its first letters, and the rest of them would take their place.
    if (known === null || (input.current && input.current.value.trim() !== typed)) return
    const only = onlyOf(known, typed)
    if (only) open(only)
  }
  useAtOnce(code.trim(), submit)
  const entered = useRef<string | null>(null)
  useEffect(() => {
    if (entered.current !== settled) return
    entered.current = null
    void submit(settled)
  })
  /** The field begins with what was typed before it was drawn. */
  const onFocus = () => {
    const typed = takeTyped()
    if (typed === null) return
    if (typed.isEntered) entered.current = typed.text.trim()
    type(typed.text)
  }
  const onKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') void submit(event.currentTarget.value.trim())
    else if (step === 0 || trail.life || entries.length === 0) return
    else choice.move(step)
    event.preventDefault()
  }
  const field = {
    ref: input,
    value: text,
    onChange: ({ target }: { target: HTMLInputElement }) => type(target.value),
    onKeyDown,
    onFocus,
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      isComposing.current = false
      type(currentTarget.value)
    },
  }
  const keep = (traced: Recent) => keepRecent(userId, { type: 'traced', traced })
  return { field, settled, found, parts, active: choice.active, open, trail, keep }
}

interface Answers {
  /** Opened before. */
  again: readonly Entry[]
  near: readonly Part[]
  /** The server's, to these very words or, while it is asked, to those before. */
  found: Found | undefined
  isCurrent: boolean
  /** What was typed, as codes are written. */
  wanted: string
}

/** Exact codes, what was opened last, what is found here, records, and what begins so. */
function partsOf({ again, near, found, isCurrent, wanted }: Answers): Part[] {
  const hits = (isExact: boolean): Entry[] =>
    (found?.hits ?? [])
      .filter((hit) => (hit.is_exact && isCurrent) === isExact)
      .map((traced) => ({ type: 'traced', traced }))
  const records = Map.groupBy(found?.records ?? [], ({ code }) => isCurrent && code.toUpperCase() === wanted)
  const recordsThat = (areExact: boolean) => (records.get(areExact) ?? []).map(destinationOf)
  const all: Part[] = [
    { key: 'exact', entries: [...hits(true), ...recordsThat(true)] },
    { key: 'recent', entries: again },
    ...near,
    { key: 'records', entries: recordsThat(false) },
    { key: 'found', entries: hits(false) },
  ]
  return all.filter(({ entries }) => entries.length > 0)
}

function titlesOf(entry: Kept): string[] {
  return entry.type === 'traced' ? [entry.traced.title] : [entry.title, entry.subtitle ?? '', entry.subtitle_zh ?? '']
}

function destinationOf({ kind, title, subtitle, subtitle_zh, status, path }: Found['records'][number]): Destination {
  return { type: 'destination', what: recordWords[kind], title, subtitle, subtitle_zh, status, path }
}

/** The one thing that a code can only mean, if there is one. */
function onlyOf({ hits, records }: Found, typed: string): Entry | undefined {
  const exact = hits.filter((hit) => hit.is_exact)
  const [hit] = exact.length === 1 ? exact : exact.length === 0 && hits.length === 1 && records.length === 0 ? hits : []
  if (hit) return { type: 'traced', traced: hit }
  const named = records.filter(({ code }) => code === typed.toUpperCase())
  const [record] =
    exact.length > 0 ? [] : named.length === 1 ? named : hits.length === 0 && records.length === 1 ? records : []
  return record && destinationOf(record)
}

/** The lives opened one from another; the last of them is shown. The field has the focus throughout, ready for the next scan. */
function useTrail(input: { current: HTMLInputElement | null }) {
  const [trail, setTrail] = useState<readonly Traced[]>([])
  return {
    life: trail.at(-1),
    lives: trail,
    clear: () => setTrail([]),
    open: (traced: Traced) => {
      setTrail((before) => [...before, traced])
      input.current?.focus()
      input.current?.select()
    },
    back: () => {
      setTrail((before) => before.slice(0, -1))
      input.current?.focus()
    },
  }
}

/** Where the arrows went among `count` options; the first one counts until they are used. */
function useChoice(count: number) {
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? 0, Math.max(0, count - 1))
  return {
    active,
    isMade: moved !== null,
    move: (step: 1 | -1) => setMoved((active + step + count) % count),
    forget: () => setMoved(null),
  }
}

function useAtOnce(code: string, submit: (code: string) => Promise<void>): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || code === '') return
    isDone.current = true
    void submit(code)
  })
}

type Found = CallData<'trace.findTraced'>

const debounceMs = 150
/** A code traced a moment ago is asked for once. */
const freshMillis = 5_000

function request(text: string) {
  return {
    queryKey: ['trace.findTraced', { text }],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found> =>
      (await api.trace.findTraced({ text }, { signal })).data,
    staleTime: freshMillis,
  }
}

/** What the text may be, asked for when typing rests; a request whose answer nobody waits for any more is cancelled. */
export function useFind(text: string) {
  const [asked, ask] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => ask(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery<Found, ApiError>({
    ...request(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  return { ...query, askNow: ask, isCurrent: asked === text && !query.isPlaceholderData }
}

/** Looks one code up at once, as a scanner wants it; only the last one asked for is answered, others give null. */
export function useLookUp(): (text: string) => Promise<Found | null> {
  const client = useQueryClient()
  const turn = useRef(0)
  return useCallback(
    async (text) => {
      turn.current += 1
      const own = turn.current
      const found = await client.fetchQuery(request(text)).catch(() => null)
      return own === turn.current ? found : null
    },
    [client],
  )
}

/** A code that was traced before. */
export type Recent = Traced & Pick<Hit, 'title'>

const MOST = 10

const keyOf = (userId: string) => `selvedge.trace.${userId}`

type Kept = Extract<Entry, { type: 'traced' }> | Destination

/** What this user opened last on this machine, newest first. */
export function readRecent(userId: string): readonly Kept[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(saved) ? saved.flatMap(keptOf).slice(0, MOST) : []
  } catch {
    // Cut short or written by somebody else: an empty start is better than none.
    return []
  }
}

export function keepRecent(userId: string, entry: Kept): void {
  const others = readRecent(userId).filter((other) => entryKey(other) !== entryKey(entry))
  const saved = [entry, ...others].slice(0, MOST).map(storedOf)
  localStorage.setItem(keyOf(userId), JSON.stringify(saved))
}

/** Tells entries apart. */
export function entryKey(entry: Entry): string {
  if (entry.type === 'traced') return `${entry.traced.kind} ${entry.traced.code}`
  return entry.type === 'destination' ? entry.path : `${entry.record} ${entry.title}`
}

/** A state that was true then is not kept. */
function storedOf(entry: Kept): unknown {
  if (entry.type === 'destination') return { ...entry, status: null }
  const { kind, code, title } = entry.traced
  return { kind, code, title }
}

function keptOf(saved: unknown): Kept[] {
  if (typeof saved !== 'object' || saved === null) return []
  const { type, kind, code, title, path, what } = saved as Record<string, unknown>
  if (typeof title !== 'string') return []
  if (type === 'destination' && typeof path === 'string' && path.startsWith('/') && typeof what === 'string')
    return [saved as Destination]
  const isTraced = typeof kind === 'string' && Object.hasOwn(traceKinds, kind) && typeof code === 'string'
  return isTraced ? [{ type: 'traced', traced: { kind: kind as TraceKind, code, title } }] : []
}

export type Hit = CallData<'trace.findTraced'>['hits'][number]
export type History = CallData<'trace.traceLife'>
export type HistoryEvent = History['events'][number]

/** What the picture of a traced thing is of: its subtitle names the style, an order's behind the vendor, a SKU's before the colour. */
export function pictured({
  kind,
  code,
  picture,
  subtitle,
}: Pick<Hit, 'kind' | 'code' | 'picture' | 'subtitle'>): Pictured {
  const [first = '', second = ''] = subtitle.split(' · ')
  const style_name = kind === 'order' ? second : first
  return { picture, style_id: code, style_name, ...(kind === 'sku' && { color: second }) }
}

/** What leads to a history. */
export interface Traced {
  kind: TraceKind
  code: string
}
