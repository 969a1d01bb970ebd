import './talk.css'
import { Button, Switch } from '@blueprintjs/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TalkMessage } from '../../shared/areas/talk/area.ts'
import { talkLimits } from '../../shared/areas/talk/rules.ts'
import { useAction } from '../actions/useAction.ts'
import { useRefresh } from '../actions/useRows.ts'
import { api } from '../api/client.ts'
import { useIsStaff } from '../api/use-suppliers.ts'
import { draftKey, useSavedDraft } from '../kit/drafts.ts'
import { Shortcut } from '../kit/KeyMenu.tsx'
import { Loaded } from '../kit/Loaded.tsx'
import { ScrollPart } from '../kit/Page.tsx'
import { EmptyState, Instant } from '../kit/states.tsx'
import { PhotoField, PhotoStrip } from '../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../photos/photo-source.ts'
import { useUserId } from '../session/use-user-id.ts'
import { useLocale } from '../table/words.ts'
import { useMentions } from './mentions.tsx'
import { type Named, namedIn, wordsOf } from './message-words.ts'
import { type TalkThing, useEarlier, useTalk } from './use-talk.ts'

interface Draft {
  text: string
  named: Named[]
  houseOnly: boolean
  photos?: string[]
}

const noDraft: Draft = { text: '', named: [], houseOnly: false }

function isDraft(saved: unknown): saved is Draft {
  return (
    typeof saved === 'object' && saved !== null && 'text' in saved && 'named' in saved && Array.isArray(saved.named)
  )
}

/** What was said about a thing, and a field to say more. It is read once it is seen; what others say comes by itself. */
export function TalkThread({ kind, code }: TalkThing) {
  const { t } = useLocale()
  const { answer, messages, unread } = useTalk({ kind, code })
  const earlier = useEarlier({ kind, code }, messages)
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (last === undefined) return
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  useSeen({ kind, code }, last, unread)
  return (
    <div className="talk">
      <ScrollPart className="talk-scroll" label={t('Talk')}>
        <Loaded answer={answer} rows={4}>
          {({ has_earlier }) =>
            messages.length === 0 ? (
              <EmptyState title={t('Nobody has written yet')} text={t('Type @ to name somebody: they are told.')} />
            ) : (
              <>
                {(earlier.has ?? has_earlier) ? (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('Earlier messages')}
                    onClick={() => void earlier.load()}
                  />
                ) : null}
                <ol className="talk-messages" aria-live="polite">
                  {[...earlier.messages, ...messages].map((one) => (
                    <Message key={one.id} message={one} />
                  ))}
                </ol>
              </>
            )
          }
        </Loaded>
        <div ref={end} />
      </ScrollPart>
      <Composer kind={kind} code={code} />
    </div>
  )
}

/** What stands on screen while the window is looked at is read. */
function useSeen({ kind, code }: TalkThing, until: string | undefined, unread: number): void {
  const refresh = useRefresh()
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    if (until === undefined || unread === 0 || document.visibilityState !== 'visible') return
    const seen = api.talk.seeThread({ kind, code, until }, { isUnseen: true })
    // Without a connection it stays unread, and is told with the next answer.
    seen.then(() => latest.current(['talk'])).catch(() => undefined)
  }, [kind, code, until, unread])
}

function Message({ message }: { message: TalkMessage }) {
  const { t } = useLocale()
  const takeBack = useAction((id: string, options) => api.talk.takeBack({ id }, options), { refresh: ['talk'] })
  const age = Date.now() - Date.parse(message.said_at)
  return (
    <li className="talk-message" data-own={message.is_own} data-house={message.house_only} data-new={message.is_new}>
      <p className="talk-by">
        <strong>{message.said_by}</strong>
        <span className="muted">{message.is_vendor ? t('Vendor') : t('Company')}</span>
        <span className="muted">
          <Instant at={message.said_at} />
        </span>
        {message.house_only ? <span className="talk-house">{t('Seen by the house only')}</span> : null}
        {message.is_own && !message.is_taken_back && age < talkLimits.takeBackMs ? (
          <Button size="small" variant="minimal" text={t('Take back')} onClick={() => void takeBack.run(message.id)} />
        ) : null}
      </p>
      {message.is_taken_back ? (
        <p className="muted">{t('Taken back')}</p>
      ) : (
        <p className="talk-text">
          {wordsOf(message.text, message.mentions).map(({ text, isName, at }) =>
            isName ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </p>
      )}
      {message.image_ids.length > 0 ? (
        <PhotoSourceContext value="facility">
          <PhotoStrip ids={message.image_ids} label={t('Photos')} />
        </PhotoSourceContext>
      ) : null}
    </li>
  )
}

/** Ctrl+Enter sends. What is typed is kept until it is sent, whatever is closed. */
function Composer({ kind, code }: TalkThing) {
  const { t, number } = useLocale()
  const isStaff = useIsStaff()
  const [saved, keep] = useSavedDraft(draftKey(useUserId(), `talk.${kind}.${code}`), isDraft)
  const draft = saved ?? noDraft
  const change = (part: Partial<Draft>) =>
    keep((now) => {
      const next = { ...(now ?? noDraft), ...part }
      return next.text === '' && !next.houseOnly && !next.photos?.length ? null : next
    })
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const mentions = useMentions({
    ...{ kind, code, caret, text: draft.text, houseOnly: draft.houseOnly },
    onChoose: (person, text, at) => {
      change({ text, named: [...draft.named.filter(({ id }) => id !== person.id), person] })
      setCaret(at)
      requestAnimationFrame(() => {
        field.current?.focus()
        field.current?.setSelectionRange(at, at)
      })
    },
  })
  const send = useAction(
    ({ text, named, houseOnly, photos = [] }: Draft, options) =>
      api.talk.say(
        { kind, code, text, mentions: namedIn(text, named), house_only: houseOnly, image_ids: photos },
        options,
      ),
    { done: () => null, refresh: ['talk'], what: t('Message') },
  )
  const canSend = draft.text.trim() !== '' && !send.isRunning
  const run = async () => {
    if (!canSend) return
    if (await send.run(draft)) keep((now) => (now?.text === draft.text ? null : now))
    field.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The form behind, as an order's answer, is sent by these keys too.
      event.preventDefault()
      event.stopPropagation()
      void run()
    } else mentions.keys(event)
  }
  return (
    <div className="talk-write" data-house={draft.houseOnly}>
      <div className="talk-field">
        {mentions.list}
        <textarea
          ref={field}
          className="bp6-input"
          rows={3}
          maxLength={talkLimits.text}
          aria-label={t('Message')}
          placeholder={t('Write a message; @ names somebody')}
          value={draft.text}
          {...mentions.field}
          onChange={({ target }) => {
            setCaret(target.selectionStart)
            change({ text: target.value })
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={keys}
        />
      </div>
      {kind === 'facility_job' ? (
        <PhotoSourceContext value="facility">
          <PhotoField
            value={draft.photos ?? []}
            onChange={(photos) => change({ photos })}
            max={talkLimits.photos}
            place={{ work: `talk.${code}`, field: 'photos', what: t('Photos'), by: 'facilities.uploadFacilityPhoto' }}
          />
        </PhotoSourceContext>
      ) : null}
      <div className="talk-foot">
        {isStaff ? (
          <Switch
            checked={draft.houseOnly}
            label={t('Seen by the house only')}
            onChange={({ currentTarget }) => change({ houseOnly: currentTarget.checked })}
          />
        ) : null}
        <span className="muted talk-left">
          {draft.text.length > talkLimits.text - 200
            ? t('{{n}} characters left', { n: number(talkLimits.text - draft.text.length) })
            : null}
        </span>
        <Button intent="primary" disabled={!canSend} loading={send.isRunning} onClick={() => void run()}>
          {t('Send')} <Shortcut keys="Ctrl+Enter" />
        </Button>
      </div>
    </div>
  )
}
