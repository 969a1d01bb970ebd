import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { ReviewRow } from '../../../shared/areas/buyer-reviews/calls.ts'
import { type Verdict, verdictWords } from '../../../shared/areas/buyer-reviews/spread.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { oneOfParam, placeParam, textParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { NoteDialog } from '../catalogue/dialogs.tsx'
import { Discussion } from './Discussion.tsx'
import { ReviewPictures } from './ReviewPictures.tsx'
import './reviews.css'

const scores = [1, 2, 3, 4, 5] as const

/** The message of what a verdict still lacks. */
const lacks = 'verdict-lacks'

const params = { tab: oneOfParam(['mine', 'judged'], 'mine'), style: placeParam(textParam()) }

const ownOf = ({ given }: ReviewRow) => given.find(({ is_mine }) => is_mine)

/** Supplier › Buyer Review: the styles that are mine to judge beside one another, and those whose verdict may still be given again. */
export function BuyerReviewScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const { tab } = state
  const waiting = useAnswer('buyerReviews.getBuyerReviews', { tab: 'mine' })
  const open = useAnswer('buyerReviews.getBuyerReviews', { tab: 'open' })
  const judged = open.data?.rows.filter((row) => row.may_judge && ownOf(row) !== undefined)
  // One that was just judged leaves at once: a key that is struck before the list is read again is for the next style.
  const [gone, setGone] = useState<{ from: unknown; ids: readonly string[] }>({ from: null, ids: [] })
  const left = gone.from === waiting.data ? gone.ids : []
  const mine = waiting.data?.rows.filter(({ catalogue_id }) => !left.includes(catalogue_id))
  return (
    <Page
      title={t('Buyer Review')}
      tabs={[
        { key: 'mine', label: t('To judge'), count: mine?.length },
        { key: 'judged', label: t('Judged, not decided'), count: judged?.length },
      ]}
      tab={tab}
      onTab={(next) => set({ tab: next, style: '' }, 'push')}
      tools={
        <span className="muted review-keys">
          {t('1 to 5 scores · P passes · F fails · C says something · J K move')}
        </span>
      }
    >
      <Loaded answer={tab === 'mine' ? waiting : open}>
        {() => (
          <Room
            rows={(tab === 'mine' ? mine : judged) ?? []}
            at={state.style}
            onGo={(style) => set({ style })}
            onGiven={(id) => (tab === 'mine' ? setGone({ from: waiting.data, ids: [...left, id] }) : undefined)}
            none={tab === 'mine' ? t('Nothing waits for your verdict') : t('You have judged nothing that is open')}
          />
        )}
      </Loaded>
    </Page>
  )
}

interface RoomProps {
  rows: readonly ReviewRow[]
  at: string
  onGo: (style: string) => void
  onGiven: (style: string) => void
  none: string
}

/** The list, and beside it the style that is looked at. What is judged leaves the list: the one in its place is next. */
function Room({ rows, at, onGo, onGiven, none }: RoomProps) {
  const { t, name } = useLocale()
  const place = useRef(0)
  const found = rows.findIndex(({ catalogue_id }) => catalogue_id === at)
  if (found >= 0) place.current = found
  const here = Math.min(place.current, rows.length - 1)
  const row = rows[here]
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[here]?.scrollIntoView({ block: 'nearest' })
  }, [here])
  if (!row) return <EmptyState title={none} />
  return (
    <div className="review-room">
      <ScrollPart className="review-side" label={t('Styles')}>
        <ul ref={list} className="review-list">
          {rows.map((one, index) => (
            <li key={one.catalogue_id}>
              <button
                type="button"
                className="review-item"
                aria-current={index === here || undefined}
                onClick={() => onGo(one.catalogue_id)}
              >
                <StylePicture of={picturedOf(one)} size="head" />
                <span className="review-item-words">
                  <strong>{name(one.name, one.name_zh)}</strong>
                  <span className="code">{one.catalogue_id}</span>
                  <span className="muted">
                    <Deadline row={one} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </ScrollPart>
      <Judging
        key={row.catalogue_id}
        row={row}
        onGiven={() => onGiven(row.catalogue_id)}
        onMove={(step) => {
          const next = rows[Math.max(0, Math.min(rows.length - 1, here + step))]
          if (next) onGo(next.catalogue_id)
        }}
      />
    </div>
  )
}

const picturedOf = ({ picture, catalogue_id, name, name_zh }: ReviewRow) => ({
  picture,
  style_id: catalogue_id,
  style_name: name,
  style_name_zh: name_zh,
})

const facts: readonly ShownField<CatalogueRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'price', header: key('Price'), kind: 'money', of: (row) => row.price },
  { id: 'category', header: key('Category'), kind: 'word', of: (row) => row.category },
  { id: 'type', header: key('Catalogue type'), kind: 'word', of: (row) => row.catalogue_type },
  { id: 'fabric', header: key('Fabric type'), kind: 'word', of: (row) => row.fabric_type },
  { id: 'composition', header: key('Fabric composition'), of: (row) => row.fabric_composition },
  { id: 'sizes', header: key('Size set'), of: (row) => row.size_set },
  { id: 'pieces', header: key('Pieces a month'), kind: 'pieces', of: (row) => row.pieces_per_month },
  { id: 'remarks', header: key('Buyer remarks'), of: (row) => row.buyer_remarks },
]

interface JudgingProps {
  row: ReviewRow
  onGiven: () => void
  onMove: (step: number) => void
}

function Judging({ row, onGiven, onMove }: JudgingProps) {
  const { t, name, number } = useLocale()
  const own = ownOf(row)
  const [score, setScore] = useState<number | null>(own?.score ?? null)
  const words = useTyped(`verdict.${row.catalogue_id}`, z.string(), own?.remark ?? '', t('Remark'))
  const { value: remark, change: setRemark } = words
  const details = useAnswer('catalogue.getStyleDetails', { catalogue_id: row.catalogue_id })
  const form = useRef<HTMLDivElement>(null)
  const give = useAction(
    async (input: { verdict: Verdict; score: number }, options) => {
      const reply = await api.buyerReviews.giveVerdict({ catalogue_id: row.catalogue_id, remark, ...input }, options)
      words.reset()
      onGiven()
      return reply
    },
    {
      // What was said before counts again; where nothing was, nothing is said.
      undo: (_, __, options) =>
        api.buyerReviews.giveVerdict(
          own
            ? { catalogue_id: row.catalogue_id, verdict: own.verdict, score: own.score, remark: own.remark ?? '' }
            : { catalogue_id: row.catalogue_id, verdict: null },
          options,
        ),
      refresh: ['buyerReviews', 'home'],
      failureId: lacks,
    },
  )
  const judge = (verdict: Verdict) => {
    if (score === null) showToast({ id: lacks, tone: 'info', text: t('Please choose a score from 1 to 5.') })
    else if (verdict === 'fail' && remark.trim() === '') {
      showToast({ id: lacks, tone: 'info', text: t('Please say why, in the remark.') })
      form.current?.querySelector('textarea')?.focus()
    } else void give.run({ verdict, score })
  }
  const note = useDialog(NoteDialog)
  const press = useRef<(struck: string) => boolean>(() => false)
  press.current = (struck) => {
    if (give.isRunning) return false
    const typed = scores.find((one) => String(one) === struck)
    if (typed) setScore(typed)
    else if (struck === 'p') judge('pass')
    else if (struck === 'f') judge('fail')
    else if (struck === 'c') note.open({ catalogueId: row.catalogue_id })
    else if (struck === 'j' || struck === 'arrowdown') onMove(1)
    else if (struck === 'k' || struck === 'arrowup') onMove(-1)
    else return false
    return true
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [role=dialog], [role=tab]')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      // A key that opens a dialog with a field must not be typed there as well.
      if (press.current(event.key.toLowerCase())) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <ScrollPart className="review-one" label={row.catalogue_id}>
      <Section
        title={`${row.catalogue_id} · ${name(row.name, row.name_zh)}`}
        tools={<SurveyBadge of={row.survey} />}
        isOnPage
      >
        <div className="review-both">
          <ReviewPictures row={row} found={details.data ?? null} />
          <div className="review-form" ref={form}>
            <p>
              <Deadline row={row} />
              {own ? (
                <>
                  {' · '}
                  {t('You said: {{verdict}}, {{score}}', {
                    verdict: t(verdictWords[own.verdict]),
                    score: number(own.score),
                  })}
                </>
              ) : null}
            </p>
            <fieldset className="review-scores">
              <legend className="muted">{t('Score')}</legend>
              {scores.map((one) => (
                <Button
                  key={one}
                  text={String(one)}
                  active={one === score}
                  intent={one === score ? 'primary' : 'none'}
                  aria-pressed={one === score}
                  onClick={() => setScore(one)}
                />
              ))}
            </fieldset>
            <RemarkField label={t('Remark, needed to fail it')} value={remark} onChange={setRemark} />
            <div className="review-buttons">
              <Button
                intent="primary"
                text={t('Pass')}
                loading={give.isRunning}
                disabled={score === null}
                onClick={() => judge('pass')}
              />
              <Button
                intent="danger"
                text={t('Fail')}
                loading={give.isRunning}
                disabled={score === null}
                onClick={() => judge('fail')}
              />
            </div>
            <p className="muted">{t('Said again, the last counts, until it is decided.')}</p>
            <Loaded answer={details} rows={3}>
              {({ style, notes }) => (
                <>
                  <FactList fields={facts} row={style} />
                  <section className="review-thread" aria-label={t('Discussion')}>
                    <Discussion catalogueId={row.catalogue_id} notes={notes} />
                  </section>
                </>
              )}
            </Loaded>
          </div>
        </div>
      </Section>
      {note.dialog}
    </ScrollPart>
  )
}

/** By when it is to be judged; late where that has passed. */
function Deadline({ row: { deadline, is_overdue } }: { row: ReviewRow }) {
  const { t, day } = useLocale()
  return is_overdue ? (
    <strong className="review-late">{t('Late: it was due on {{day}}', { day: day(deadline) })}</strong>
  ) : (
    t('Until {{day}}', { day: day(deadline) })
  )
}
