import { Button, PopoverNext } from '@blueprintjs/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { askWhetherAlive, currentTraffic, onTraffic } from '../api/send.ts'
import { useIsConnected } from '../api/use-connected.ts'
import { host } from '../host/host.ts'
import { silentMillis } from '../kit/StepButton.tsx'
import { closeLostToasts } from '../kit/Toasts.tsx'
import { askWhoseSession } from '../session/session.ts'
import { useLocale } from '../table/words.ts'
import { queryClient } from './query-client.ts'
import { forgetUnsaved, type Unsaved, useUnsavedList } from './unsaved.ts'

/** Whether the server answers, and what is not saved yet: pressed, it lists that. */
export function ConnectionMark() {
  const { t, plural } = useLocale()
  const { state, problem } = useConnection()
  const all = useUnsavedList()
  // A save that is under way is news only when it may not get through.
  const unsaved = state === 'connected' ? all.filter(({ kind }) => kind !== 'sending') : all
  const words = {
    connected: t('Connected'),
    waiting: t('The server is starting'),
    silent: t('No answer yet'),
    lost: t('No connection'),
  }
  // Kept scans count one by one, as the scan station counts them.
  const left = unsaved.reduce((sum, { kind, count: scans = 1 }) => sum + (kind === 'kept' ? scans : 1), 0)
  const count = left > 0 ? plural(left, '1 not saved', '{{n}} not saved') : null
  return (
    <>
      <span className="sr-only" role="status">
        {words[state]}
      </span>
      <PopoverNext
        placement="bottom-end"
        content={<UnsavedList state={state} words={words[state]} problem={problem} unsaved={unsaved} />}
      >
        <button
          type="button"
          className="connection"
          data-state={state}
          data-unsaved={count !== null}
          title={words[state]}
          aria-label={[words[state], count].filter(Boolean).join(' · ')}
        >
          {[state === 'connected' ? null : words[state], count].filter(Boolean).join(' · ')}
        </button>
      </PopoverNext>
    </>
  )
}

interface UnsavedListProps {
  state: Connection
  words: string
  /** Of the server in the app, already in the reader's language. */
  problem: string | null
  unsaved: readonly Unsaved[]
}

function UnsavedList({ state, words, problem, unsaved }: UnsavedListProps) {
  const { t } = useTranslation()
  return (
    <section className="unsaved" aria-label={t('Not saved yet')}>
      <h2 className="unsaved-title">{words}</h2>
      {problem ? <p>{problem}</p> : null}
      {state === 'lost' ? <p>{t('You can go on typing. Save again when the connection is back.')}</p> : null}
      {unsaved.length === 0 ? <p className="muted">{t('Everything is saved.')}</p> : null}
      <ul>
        {unsaved.map((one) => (
          <UnsavedItem key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function UnsavedItem({ one: { id, kind, label, again, count = 0 } }: { one: Unsaved }) {
  const { t, plural } = useLocale()
  const kinds = {
    typed: t('typed, not saved'),
    sending: t('being saved'),
    lost: t('not sent: no connection'),
    kept: plural(count, '1 entry waits, kept on this device', '{{n}} entries wait, kept on this device'),
  }
  return (
    <li>
      <div>
        {label ?? (kind === 'kept' ? t('Scans and entries') : t('A form on this page'))}
        <div className="muted">{kinds[kind]}</div>
      </div>
      {again ? <Button size="small" text={t('Try again')} onClick={again} /> : null}
      {kind === 'lost' ? (
        <Button size="small" variant="minimal" text={t('Leave it')} onClick={() => forgetUnsaved(id)} />
      ) : null}
    </li>
  )
}

/** `silent`: something is under way, and nothing was answered for some seconds. */
export type Connection = 'connected' | 'waiting' | 'silent' | 'lost'

/** Between two questions to a server that did not answer. */
const everyMillis = 5_000

/**
 * Whether the server answers: by the last request, the machine's own network, and the app's own server where there is one.
 * While it does not, it is asked now and then; once it does again, what is on screen is loaded anew.
 */
export function useConnection(): { state: Connection; problem: string | null } {
  const isConnected = useIsConnected()
  const isSilent = useIsSilent()
  const { server, problem } = useOwnServer()
  const answers = !isConnected ? 'lost' : isSilent ? 'silent' : 'connected'
  const state = server === 'connected' ? answers : server
  useReturn(state)
  return { state, problem }
}

/** Asked once more before it is called silent: a long piece of work leaves a server that answers others. */
function useIsSilent(): boolean {
  const silentSince = useSyncExternalStore(onTraffic, silence)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    setSilent(false)
    if (silentSince === null) return
    const left = Math.max(0, silentSince + silentMillis - performance.now())
    const ask = setTimeout(() => void askWhetherAlive(), left / 2)
    const timer = setTimeout(() => setSilent(true), left)
    return () => {
      clearTimeout(ask)
      clearTimeout(timer)
    }
  }, [silentSince])
  return isSilent
}

/** The server in the app: how it fares, and after a crash why, in main's words, until it answers again. */
function useOwnServer(): { server: Connection; problem: string | null } {
  const [own, setOwn] = useState<{ server: Connection; problem: string | null }>({ server: 'connected', problem: null })
  useEffect(
    () =>
      host.app.onServer(({ state, problem }) => {
        // Up, but without its database: it is being started again.
        const isUp = state === 'ready' && problem === undefined
        const server = isUp ? 'connected' : state === 'down' ? 'lost' : 'waiting'
        setOwn((before) => ({ server, problem: isUp ? null : (problem ?? before.problem) }))
      }),
    [],
  )
  return own
}

function useReturn(state: Connection): void {
  const before = useRef(state)
  useEffect(() => {
    const isBack = before.current !== 'connected' && before.current !== 'silent' && state === 'connected'
    before.current = state
    if (isBack) {
      closeLostToasts()
      void queryClient.invalidateQueries()
      askWhoseSession().catch(() => undefined)
    }
    if (state !== 'lost') return
    const timer = setInterval(() => void askWhetherAlive(), everyMillis)
    return () => clearInterval(timer)
  }, [state])
}

const silence = () => currentTraffic().silentSince
