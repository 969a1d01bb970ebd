import type { TFunction } from 'i18next'
import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintKind } from '../../shared/areas/labels/rules.ts'
import type { PrintJob, PrintJobState } from '../../shared/bridge.ts'
import { withSession } from '../actions/downloads.ts'
import { problemOf, showFailure, useSay } from '../actions/say.ts'
import { host, isDesktop } from '../host/host.ts'
import { closeToast, currentToasts, showToast, type ToastAction } from '../kit/Toasts.tsx'

/** One place for jobs under way and one for those that failed: a burst changes what they say instead of piling up. */
const PROGRESS = 'print-progress'
const FAILURES = 'print-failures'

/** Milliseconds: what comes together is told together. */
const gathering = 60

/** A job that waits longer, for its printer say, is no longer news; the job list knows. */
const timeout = 10_000

/** What the toasts say and offer, in the reader's language of the moment. */
export interface JobToastWords {
  t: TFunction
  message: (text: string) => string
  again: (job: PrintJob) => void
  showJobs: (view: 'all' | 'failed') => void
}

interface Followed {
  job: PrintJob
  /** Offered where the job was printed without asking. */
  change: (() => void) | undefined
  /** That it was handed over has been said; only a failure is news from here on. */
  isTold: boolean
}

const followed = new Map<string, Followed>()
let words: JobToastWords | null = null
let isListening = false
let isGathering = false
let wait: ReturnType<typeof setTimeout> | undefined

/** Tells in a toast how a job fares, together with the others that are under way. */
export function followInToast(job: PrintJob, said: JobToastWords, change?: () => void): void {
  words = said
  if (!isShown(FAILURES)) forget(({ state }) => state === 'failed')
  followed.set(job.id, { job, change, isTold: false })
  if (!isListening) host.print.onJob(hear)
  isListening = true
  tell()
}

/** What the user took back is no news to them. */
export function unfollow(id: string): void {
  followed.delete(id)
  tell()
}

function hear(job: PrintJob): void {
  const known = followed.get(job.id)
  if (!known) return
  if (job.state === 'failed' && !isShown(FAILURES)) forget((other) => other.state === 'failed')
  if (job.state === 'printed' && known.isTold) followed.delete(job.id)
  else followed.set(job.id, { ...known, job, isTold: known.isTold && job.state === 'sent' })
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    tell()
  }, gathering)
}

function forget(which: (job: PrintJob) => boolean): void {
  for (const [id, { job }] of followed) if (which(job)) followed.delete(id)
}

function isShown(id: string): boolean {
  return currentToasts().some((toast) => toast.id === id)
}

function all(): PrintJob[] {
  return [...followed.values()].map(({ job }) => job)
}

function isHandedOver(state: PrintJob['state']): boolean {
  return state === 'sent' || state === 'printed'
}

function openJobs(): PrintJob[] {
  return all().filter(({ state }) => state === 'queued')
}

function tell(): void {
  clearTimeout(wait)
  if (!words) return
  tellFailures(words)
  const open = openJobs().length
  const sent = all().filter(({ id, state }) => isHandedOver(state) && !followed.get(id)?.isTold)
  if (open > 0) tellUnderWay(words, open, sent.length)
  else if (sent.length > 0) tellSent(words, sent)
  else if (currentToasts().some(({ id, tone }) => id === PROGRESS && tone === 'working')) closeToast(PROGRESS)
}

function tellUnderWay(said: JobToastWords, open: number, sent: number): void {
  const { t } = said
  const [first] = openJobs()
  const isAlone = open + sent === 1
  const text = isAlone
    ? t('Printing {{title}}', { title: first?.title })
    : t('Printing: {{done}} of {{n}} jobs handed over', { done: sent, n: open + sent })
  const progress = isAlone ? null : sent / (open + sent)
  showToast({ id: PROGRESS, tone: 'working', text, progress, actions: first ? changeOf([first], t) : [] })
  wait = setTimeout(() => tellWaiting(said), timeout)
}

function tellWaiting(said: JobToastWords): void {
  const { t, message } = said
  const waiting = openJobs()
  const [first] = waiting
  if (!first) return
  const text =
    waiting.length === 1
      ? t('Waiting to be printed: {{title}}', { title: first.title })
      : t('Waiting to be printed: {{n}} jobs', { n: waiting.length })
  const more = first.problem ? { more: message(first.problem) } : {}
  showToast({ id: PROGRESS, tone: 'info', text, ...more, actions: [showAction(said, 'all')] })
}

function tellSent(said: JobToastWords, sent: readonly PrintJob[]): void {
  const { t } = said
  const [first] = sent
  if (!first) return
  if (sent.length > 1) {
    const text = isDesktop
      ? t('Sent to the printer: {{n}} jobs', { n: sent.length })
      : t('Handed to the browser: {{n}} jobs', { n: sent.length })
    showToast({ id: PROGRESS, tone: 'success', text, actions: [showAction(said, 'all')] })
  } else {
    const more = first.printer ? { more: first.printer } : {}
    // Whether somebody pressed Print or Cancel in its window, a browser does not say.
    const text = isDesktop
      ? t('Sent to the printer: {{title}}', { title: first.title })
      : t('Handed to the browser: {{title}}', { title: first.title })
    showToast({ id: PROGRESS, tone: 'success', text, ...more, actions: changeOf(sent, t) })
  }
  for (const { id, state } of sent) {
    const known = followed.get(id)
    if (state === 'printed' || !known) followed.delete(id)
    else followed.set(id, { ...known, isTold: true })
  }
}

function tellFailures(said: JobToastWords): void {
  const { t, message, again } = said
  const failed = all().filter(({ state }) => state === 'failed')
  const [first] = failed
  if (!first) {
    closeToast(FAILURES)
    return
  }
  const show = showAction(said, 'failed')
  if (failed.length > 1) {
    const text = t('Not printed: {{n}} jobs', { n: failed.length })
    const more = { more: message(first.problem ?? '') }
    showToast({ id: FAILURES, tone: 'error', text, ...more, actions: [show], stays: true })
    return
  }
  const actions = [{ label: t('Print again'), run: () => again(first) }, show]
  const text = t('Not printed: {{title}}', { title: first.title })
  showToast({ id: FAILURES, tone: 'error', text, more: message(first.problem ?? ''), actions, stays: true })
}

function changeOf([job]: readonly PrintJob[], t: TFunction): ToastAction[] {
  const change = job && followed.get(job.id)?.change
  return change ? [{ label: t('Change…'), run: change }] : []
}

function showAction({ t, showJobs }: JobToastWords, view: 'all' | 'failed'): ToastAction {
  return { label: t('Show print jobs'), run: () => showJobs(view) }
}

export type FollowJob = (job: PrintJob, options?: { isWithoutAsking?: boolean }) => void

/** Follows a job in the toast of print jobs; one that nobody was asked about offers to change how its kind is printed. */
export function useFollowJob(): FollowJob {
  const { t } = useTranslation()
  const say = useSay()
  const show = useSetAtom(printingCentreAtom)
  const changeKind = useSetAtom(changedKindAtom)
  return useCallback<FollowJob>(
    (job, { isWithoutAsking = false } = {}) => {
      const { kind } = job
      const change = isWithoutAsking && kind !== 'test' ? () => changeKind(kind) : undefined
      const again = async (failed: PrintJob) => {
        try {
          const retried = await withSession(() => host.print.retry(failed.id))
          followInToast(retried, words)
        } catch (failure) {
          showFailure(problemOf(failure), { say, t })
        }
      }
      const words = { t, message: say.message, again: (failed: PrintJob) => void again(failed), showJobs: show }
      followInToast(job, words, change)
    },
    [t, say, show, changeKind],
  )
}

export type JobView = 'all' | PrintJobState

/** The full list of print jobs is open, on this view. */
export const printingCentreAtom = atom<JobView | null>(null)

/** The kind whose printer is being changed, away from any print. */
export const changedKindAtom = atom<PrintKind | null>(null)
