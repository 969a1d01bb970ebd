import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { type BehindRow, MOST_BEHIND } from '../../../shared/areas/scorecards/calls.ts'
import {
  type BehindKind,
  behindWords,
  type CardFigureName,
  cardFigureNames,
  cardFigures,
} from '../../../shared/areas/scorecards/figures.ts'
import { figureHint } from '../../../shared/kernel/figure.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, chartScroll, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { figureNote, figureWords, isFew } from '../../orders/vendor-figures.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { type AboutGiven, OpenActionDialog } from './OpenActionDialog.tsx'

export type Found = CallData<'scorecards.getScorecard'>
type Month = Found['months'][number]

interface ScorecardProps {
  found: Found
  /** The figure that is looked at. */
  of: CardFigureName
  onOf: (of: CardFigureName) => void
  isOnPage?: boolean
}

/** A vendor's card: its figures, the chosen one month by month, and what stands behind it. */
export function Scorecard({ found, of, onOf, isOnPage = false }: ScorecardProps) {
  const words = useLocale()
  const { t, plural } = words
  const { card } = found
  const ask = useDialog(OpenActionDialog)
  const mayAsk = useRight('askCorrective')
  const supplier = { id: card.supplier_id, name: words.name(card.supplier_name, card.supplier_name_zh) }
  const open = (about?: AboutGiven) => ask.open({ supplier, ...(about && { about }) })
  return (
    <div className="score-card" data-page={isOnPage || undefined}>
      <ul className="score-tiles" aria-label={t('Figures')}>
        {cardFigureNames.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="score-tile"
              aria-pressed={of === name}
              title={figureHint(cardFigures[name], t)}
              onClick={() => onOf(name)}
            >
              <span className="score-tile-label">{t(cardFigures[name].label)}</span>
              <span className={isFew(name, card) ? 'score-tile-value score-few' : 'score-tile-value'}>
                {figureWords(name, card, words)}
              </span>
              <span className="score-tile-note">{figureNote(name, card, words)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="score-actions">
        <Link to={`/supplier/corrective-actions?tab=all&supplier=${encodeURIComponent(card.supplier_id)}`}>
          {plural(card.open_actions, '1 corrective action to answer', '{{n}} corrective actions to answer')}
        </Link>
        {card.overdue_actions > 0 ? (
          <span className="overdue">{t('{{n}} overdue', { n: card.overdue_actions })}</span>
        ) : null}
        {mayAsk ? <Button size="small" text={t('Ask for a corrective action…')} onClick={() => open()} /> : null}
      </div>
      <Months of={of} months={found.months} />
      <Behind
        of={cardFigures[of].behind}
        asked={{ from: found.from, to: found.to, supplier_id: card.supplier_id }}
        isOnPage={isOnPage}
        {...(mayAsk && { onAsk: open })}
      />
      {ask.dialog}
    </div>
  )
}

const series: readonly Series[] = [{ key: 'figure', label: '', tone: 'plain' }]

/** The chosen figure in each of the last months; the table has all of them. */
function Months({ of, months: all }: { of: CardFigureName; months: readonly Month[] }) {
  const words = useLocale()
  const { t } = words
  const { label, definition, kind } = cardFigures[of]
  // The axis begins with the first month that has something to judge by, and shows three at least.
  const first = all.findIndex(({ figures }) => cardFigures[of].of(figures) !== null)
  const months = all.slice(first < 0 ? 0 : Math.min(first, Math.max(0, all.length - 3)))
  const values = months.map(({ figures }) => cardFigures[of].of(figures))
  const said = (at: number) => figureWords(of, (months[at] as Month).figures, words)
  const hints = months.map(({ month, figures }, at) =>
    words.labelled(month, `${said(at)} (${figureNote(of, figures, words)})`),
  )
  return (
    <ChartFigure
      title={t('{{figure}} by month', { figure: t(label) })}
      about={t(definition)}
      summary={listed(hints)}
      table={
        <FieldTable
          label={t('By month')}
          className={chartScroll}
          fields={monthFields}
          rows={all.toReversed()}
          rowKey={({ month }) => month}
        />
      }
    >
      {values.some((value) => value !== null) ? (
        <ColumnChart
          series={series}
          labelWidth={58}
          height={180}
          places={months.map(({ month }, at) => ({
            ...{ key: month, label: month.slice(2), hint: hints[at] ?? '' },
            values: [(values[at] ?? 0) * (kind === 'share' ? 100 : 1)],
          }))}
          tops={months.map((_, at) => (values[at] === null ? '' : said(at)))}
        />
      ) : (
        <p className="muted">{t('There is nothing to judge by in these months.')}</p>
      )}
    </ChartFigure>
  )
}

const monthFields: readonly ShownField<Month>[] = [
  { id: 'month', header: key('Month'), of: ({ month }) => month },
  ...cardFigureNames.map(
    (name): ShownField<Month> => ({
      ...{ id: name, header: cardFigures[name].label, kind: 'end' },
      of: ({ figures }, words) => figureWords(name, figures, words),
      hint: ({ figures }, words) => figureNote(name, figures, words),
    }),
  ),
]

interface BehindProps {
  of: BehindKind
  asked: { from: string; to: string; supplier_id: string }
  isOnPage: boolean
  onAsk?: (about: AboutGiven) => void
}

/** The rows that a figure counts; each leads to the thing itself. */
function Behind({ of, asked, isOnPage, onAsk }: BehindProps) {
  const { t, number } = useLocale()
  const answer = useAnswer('scorecards.scorecardBehind', { ...asked, of })
  const pathOf = usePaths(of)
  const fields: ShownField<BehindRow>[] = [
    {
      ...{ id: 'code', header: isOfBoxes(of) ? key('Box') : key('Order') },
      of: (row) => {
        const path = pathOf(row)
        return path === null ? (
          <span className="code">{row.code}</span>
        ) : (
          <Link to={path} className="code">
            {row.code}
          </Link>
        )
      },
    },
    ...fieldsOf[of],
    ...(onAsk
      ? [
          {
            ...{ id: 'ask', header: key('Corrective action'), isQuiet: true, kind: 'end' as const },
            of: (row: BehindRow) => (
              <Button
                size="small"
                variant="minimal"
                text={t('Ask…')}
                aria-label={t('Ask for a corrective action about {{code}}', { code: row.code })}
                onClick={() => onAsk(aboutOf(of, row))}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <Section isOnPage={isOnPage} title={t(behindWords[of])}>
      <Loaded answer={answer} rows={4}>
        {({ rows, total }) => (
          <>
            {total > MOST_BEHIND ? (
              <p className="muted">{t('The first {{n}} of {{total}}.', { n: MOST_BEHIND, total: number(total) })}</p>
            ) : null}
            {rows.length === 0 ? (
              <p className="muted">{t('Nothing stands behind it in these days.')}</p>
            ) : (
              <FieldTable label={t(behindWords[of])} fields={fields} rows={rows} rowKey={({ id }) => id} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function aboutOf(of: BehindKind, { id, code, detail }: BehindRow): AboutGiven {
  const shown = detail === '' ? code : `${code} · ${detail}`
  if (of === 'lots') return { kind: 'lot', code: id, shown }
  if (of === 'discrepancies') return { kind: 'discrepancy', code: id, shown }
  if (of === 'disputes') return { kind: 'box', code, shown: code }
  return { kind: 'order', code, shown: code }
}

const isOfBoxes = (of: BehindKind) => of === 'lots' || of === 'discrepancies' || of === 'disputes'

/** Where the reader may open what a row is about; null where nowhere. */
function usePaths(of: BehindKind): (row: BehindRow) => string | null {
  const isStaff = useIsStaff()
  const [hasOrders, hasQc] = [useRight('vendorDesk'), useRight('chinaQc')]
  return ({ code, detail }) => {
    const named = encodeURIComponent(code)
    if (of === 'disputes')
      return isStaff && !hasQc ? null : `/supplier/disputes?tab=all&dispute=${encodeURIComponent(detail)}`
    if (!isOfBoxes(of)) return hasOrders ? `/supplier/my-orders?search=${named}&order=${named}` : null
    if (!isStaff) return `/supplier/qc-results?box=${named}`
    return hasQc ? `/supplier/qc-platform?tab=all&q=${named}&box=${named}` : null
  }
}

const says: ShownField<BehindRow> = { id: 'says', header: key('How it went'), kind: 'word', of: (row) => row.says }
const pieces = (header: string): ShownField<BehindRow> => ({
  id: 'pieces',
  header,
  kind: 'pieces',
  of: (row) => row.pieces,
})
const detail = (header: string): ShownField<BehindRow> => ({
  id: 'detail',
  header,
  kind: 'code',
  of: (row) => row.detail,
})
const dayOf = (header: string): ShownField<BehindRow> => ({ id: 'day', header, kind: 'day', of: (row) => row.day })
const at = (header: string): ShownField<BehindRow> => ({ id: 'at', header, kind: 'instant', of: (row) => row.at })

const fieldsOf: Readonly<Record<BehindKind, readonly ShownField<BehindRow>[]>> = {
  late: [dayOf(key('Shipping deadline')), at(key('Last left')), pieces(key('Not shipped')), says],
  short: [detail(key('NM SKU')), dayOf(key('Shipping deadline')), pieces(key('Not shipped')), says],
  lots: [detail(key('Style and colour')), dayOf(key('Decided')), pieces(key('Pieces'))],
  discrepancies: [detail(key('NM SKU')), at(key('Opened')), pieces(key('Pieces')), says],
  disputes: [detail(key('Dispute no.')), at(key('Opened')), pieces(key('Pieces')), says],
  answers: [
    dayOf(key('Came to the vendor')),
    at(key('Answered')),
    {
      ...{ id: 'hours', header: key('Hours'), kind: 'end' },
      of: ({ hours }, { number }) => (hours === null ? null : number(Math.round(hours * 10) / 10)),
    },
    says,
  ],
}
