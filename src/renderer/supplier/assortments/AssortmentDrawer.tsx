import { Button, Checkbox } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Cross } from '@blueprintjs/icons'
import { z } from 'zod'
import { type AssortedStyle, assortedStyle, mostStyles } from '../../../shared/areas/assortments/area.ts'
import { key } from '../../../shared/kernel/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { TextField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { QuantityInput } from '../../kit/quantities.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { maySee, OpenReviewsDialog } from '../buyer-reviews/OpenReviewsDialog.tsx'
import { ChooseStylesDialog } from './ChooseStylesDialog.tsx'
import { Mix } from './Mix.tsx'
import { asRead, isRebuilt } from './mix.ts'
import { useExport } from './use-export.ts'

interface AssortmentDrawerProps {
  /** Null: one that is to be made. */
  assortmentId: string | null
  onMade: (assortmentId: string) => void
  onClose: () => void
}

type Found = CallData<'assortments.getAssortment'>

const wide = 1180
const toJudge = 'Pending for Assortment Selection'

export function AssortmentDrawer({ assortmentId, ...turn }: AssortmentDrawerProps) {
  return assortmentId === null ? (
    <Builder found={null} {...turn} />
  ) : (
    <LoadedAssortment assortmentId={assortmentId} {...turn} />
  )
}

function LoadedAssortment({ assortmentId, ...turn }: AssortmentDrawerProps & { assortmentId: string }) {
  const { t } = useLocale()
  const answer = useAnswer('assortments.getAssortment', { assortment_id: assortmentId })
  return (
    <LoadedDrawer
      answer={answer}
      title={assortmentId}
      width={wide}
      onClose={turn.onClose}
      missing={t('This assortment is not there')}
    >
      {(found) => <Builder key={found.assortment.version} found={found} {...turn} />}
    </LoadedDrawer>
  )
}

const assortmentShape = z.object({ name: z.string(), styles: z.array(assortedStyle) })

/** Styles of an assortment with their colours and ratio, and beside them what they make together. */
function Builder({ found, onMade, onClose }: Omit<AssortmentDrawerProps, 'assortmentId'> & { found: Found | null }) {
  const words = useLocale()
  const { t, plural } = words
  const begins = { name: found?.assortment.name ?? '', styles: found?.styles ?? [] }
  const draft = useTyped(
    `assortment.${found?.assortment.assortment_id ?? 'new'}`,
    assortmentShape,
    begins,
    t('Assortment'),
  )
  const { name } = draft.value
  const styles = asRead(draft.value.styles, found?.styles ?? [])
  const setName = (words: string) => draft.change((now) => ({ ...now, name: words }))
  const setStyles = (next: (now: readonly AssortedStyle[]) => readonly AssortedStyle[]) =>
    draft.change((now) => ({ ...now, styles: [...next(now.styles)] }))
  const isClosed = found?.assortment.is_closed ?? false
  const isTyped = name !== (found?.assortment.name ?? '') || isRebuilt(styles, found?.styles ?? [])
  const isOff = name.trim() === '' || styles.length === 0
  const save = useAction(
    (closes: boolean, options) =>
      api.assortments.saveAssortment(
        {
          ...{ name, is_closed: closes, remark: found?.assortment.remark ?? null },
          styles: styles.map(({ style, colors, ratio }) => ({ catalogue_id: style.catalogue_id, colors, ratio })),
          ...(found && { assortment_id: found.assortment.assortment_id, version: found.assortment.version }),
        },
        options,
      ),
    { done: () => t('Assortment saved.'), refresh: ['assortments'], looksAgain: true },
  )
  const send = async (closes = false) => {
    if (isOff || save.isRunning) return
    const saved = await save.run(closes)
    if (saved) draft.reset()
    if (saved && !found) onMade(saved.data.assortment_id)
  }
  const make = useExport()
  const judge = useJudge()
  const review = useDialog(OpenReviewsDialog)
  const passed = found?.styles.map(({ style }) => style).filter(maySee) ?? []
  const choose = useDialog(ChooseStylesDialog, {
    onChoose: (chosen: AssortedStyle) => setStyles((now) => [...now, chosen]),
  })
  const waiting =
    found?.styles.filter(({ style }) => style.status === toJudge).map(({ style }) => style.catalogue_id) ?? []
  const change = (at: number, next: AssortedStyle) => setStyles((now) => now.with(at, next))
  const toBuyers =
    passed.length === 0 || passed.length > 200 ? null : (
      <Button text={t('To buyers…')} onClick={() => review.open({ rows: passed })} />
    )
  return (
    <Drawer
      isOpen
      onClose={onClose}
      width={wide}
      title={found ? `${found.assortment.assortment_id} · ${found.assortment.name}` : t('New assortment')}
      actions={
        isClosed ? (
          <>
            {toBuyers}
            <Button text={t('Open again')} loading={save.isRunning} onClick={() => void send(false)} />
          </>
        ) : (
          <>
            {isTyped ? null : toBuyers}
            {found && !isTyped && waiting.length > 0 ? (
              <>
                <Button
                  text={plural(waiting.length, 'Fail 1 style…', 'Fail {{n}} styles…')}
                  variant="minimal"
                  intent="danger"
                  onClick={() => void judge.fail.ask({ catalogue_ids: waiting })}
                />
                <Button
                  text={plural(waiting.length, 'Pass 1 style', 'Pass {{n}} styles')}
                  loading={judge.pass.isRunning}
                  onClick={() => void judge.pass.run(waiting)}
                />
              </>
            ) : null}
            {found && !isTyped ? (
              <>
                <Button
                  text={t('Export')}
                  loading={make.isRunning}
                  onClick={() => void make.run([found.assortment.assortment_id])}
                />
                <Button text={t('Close the assortment')} loading={save.isRunning} onClick={() => void send(true)} />
              </>
            ) : null}
            <Button
              intent="primary"
              text={t('Save')}
              disabled={isOff || !isTyped}
              loading={save.isRunning}
              onClick={() => void send()}
            />
          </>
        )
      }
    >
      <SentByKeys run={() => void send()} isOff={isOff || isClosed}>
        <Section>
          <TextField
            label={t('Name of the assortment')}
            value={name}
            onChange={setName}
            maxLength={120}
            autoFocus={!found}
          />
        </Section>
        <div className="assortment-build">
          <Section
            title={t('Styles')}
            tools={
              isClosed ? null : (
                <>
                  {styles.some(({ style }) => style.survey) ? (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t('Best of the survey first')}
                      onClick={() => setStyles(byRank)}
                    />
                  ) : null}
                  <Button
                    size="small"
                    text={t('Add styles…')}
                    onClick={() => choose.open({ taken: styles.map(({ style }) => style.catalogue_id) })}
                  />
                </>
              )
            }
          >
            {styles.length === 0 ? (
              <p className="muted">{t('No style yet: add those that wait for their assortment.')}</p>
            ) : null}
            {styles.map((one, at) => (
              <Line
                key={one.style.catalogue_id}
                one={one}
                isClosed={isClosed}
                onChange={(next) => change(at, next)}
                onRemove={() => setStyles((now) => now.filter((_, index) => index !== at))}
                onMove={(by) => setStyles((now) => moved(now, at, by))}
                onJudge={found && !isTyped && !isClosed && one.style.status === toJudge ? judge : null}
              />
            ))}
          </Section>
          <Mix styles={styles} />
        </div>
        {found && found.events.length > 0 ? (
          <Section title={t('History')}>
            <Timeline events={found.events} />
          </Section>
        ) : null}
      </SentByKeys>
      {choose.dialog}
      {review.dialog}
      {judge.fail.dialog}
    </Drawer>
  )
}

function moved(styles: readonly AssortedStyle[], at: number, by: -1 | 1): readonly AssortedStyle[] {
  const [one, other] = [styles[at], styles[at + by]]
  return one && other ? styles.with(at, other).with(at + by, one) : styles
}

/** Those that nobody scored stay behind, as they stood. */
const byRank = (styles: readonly AssortedStyle[]): readonly AssortedStyle[] =>
  styles.toSorted((a, b) => (a.style.survey?.rank ?? mostStyles) - (b.style.survey?.rank ?? mostStyles))

interface Failing {
  catalogue_ids: string[]
}

const usualReasons = [
  key('Too close to another style'),
  key('Category is full'),
  key('Price does not fit'),
  key('Colours do not fit'),
]

/** Passes styles, or fails them with a reason; each for itself, so that one that went on meanwhile holds none back. */
function useJudge() {
  const { t, plural } = useLocale()
  const refresh = ['assortments', 'catalogue'] as const
  const pass = useAction(
    (catalogue_ids: string[], options) =>
      api.catalogue.updateVendorCatalogue({ catalogue_ids, to: 'Assortment Passed', mode: 'each' }, options),
    {
      done: (_, ids) => plural(ids.length, '1 style passed.', '{{n}} styles passed.'),
      undo: (_, catalogue_ids, options) =>
        api.catalogue.updateVendorCatalogue(
          { catalogue_ids, back: true, remark: 'Undone at once', mode: 'each' },
          options,
        ),
      refresh: [...refresh],
      looksAgain: true,
    },
  )
  const fail = useAskedAction<unknown, Failing>(
    ({ catalogue_ids, reason }: Failing & { reason: string }, options) =>
      api.catalogue.updateVendorCatalogue(
        { catalogue_ids, to: 'Assortment Failed', remark: reason, mode: 'each' },
        options,
      ),
    {
      what: t('Fail the styles'),
      ask: ({ catalogue_ids }) => ({
        draft: `fail-styles.${draftOfAll(catalogue_ids)}`,
        title: t('Fail the styles'),
        text: t('They leave the way to the website.'),
        confirm: t('Fail'),
        usual: usualReasons,
      }),
      done: () => t('Failed.'),
      refresh: [...refresh],
    },
  )
  return { pass, fail }
}

interface LineProps {
  one: AssortedStyle
  isClosed: boolean
  onChange: (next: AssortedStyle) => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
  onJudge: ReturnType<typeof useJudge> | null
}

function Line({ one, isClosed, onChange, onRemove, onMove, onJudge }: LineProps) {
  const { t, name } = useLocale()
  const { style, colors, sizes, ratio } = one
  const all = style.colors.map(({ color }) => color)
  const chosen = colors.length > 0 ? colors : all
  const toggle = (color: string) => {
    const next = all.filter((other) => (other === color) !== chosen.includes(other))
    // None would mean all of them.
    if (next.length > 0) onChange({ ...one, colors: next.length === all.length ? [] : next })
  }
  const what = `${style.catalogue_id} ${name(style.name, style.name_zh)}`
  return (
    <div className="assortment-line" data-judged={style.status !== toJudge || undefined}>
      <StylePicture
        of={{
          picture: style.picture,
          style_id: style.catalogue_id,
          style_name: style.name,
          style_name_zh: style.name_zh,
        }}
        size="head"
      />
      <div>
        <b>{name(style.name, style.name_zh)}</b> <span className="code">{style.catalogue_id}</span>{' '}
        {style.status ? <StatusTag status={style.status} /> : null} <SurveyBadge of={style.survey} />
        <div className="muted">
          {t(style.category)} · {name(style.supplier_name, style.supplier_name_zh)}
        </div>
        <div className="assortment-colours">
          {style.colors.map(({ color, color_zh }) => (
            <Checkbox
              key={color}
              inline
              label={name(color, color_zh)}
              checked={chosen.includes(color)}
              disabled={isClosed}
              onChange={() => toggle(color)}
            />
          ))}
        </div>
        <div className="assortment-ratio">
          {sizes.map(({ size }) => (
            <span key={size} className="assortment-size">
              {size}
              <QuantityInput
                label={t('Pieces of size {{size}} of {{style}}', { size, style: what })}
                value={ratio[size] ?? 0}
                max={99}
                disabled={isClosed}
                onChange={(pieces) => onChange({ ...one, ratio: { ...ratio, [size]: pieces ?? 0 } })}
              />
            </span>
          ))}
        </div>
      </div>
      <div className="assortment-tools">
        {onJudge ? (
          <>
            <Button size="small" text={t('Pass')} onClick={() => void onJudge.pass.run([style.catalogue_id])} />
            <Button
              size="small"
              variant="minimal"
              text={t('Fail…')}
              onClick={() => void onJudge.fail.ask({ catalogue_ids: [style.catalogue_id] })}
            />
          </>
        ) : null}
        {isClosed ? null : (
          <>
            <Button
              size="small"
              variant="minimal"
              icon={<ArrowUp />}
              aria-label={t('Up: {{style}}', { style: what })}
              onClick={() => onMove(-1)}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<ArrowDown />}
              aria-label={t('Down: {{style}}', { style: what })}
              onClick={() => onMove(1)}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<Cross />}
              aria-label={t('Take out: {{style}}', { style: what })}
              onClick={onRemove}
            />
          </>
        )}
      </div>
    </div>
  )
}
