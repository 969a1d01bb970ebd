import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { failedOf, passedOf, type QcQuantities } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { Facts, Section } from '../../../kit/Drawer.tsx'
import { ScrollPart } from '../../../kit/Page.tsx'
import { Callout, Instant } from '../../../kit/states.tsx'
import { TraceLink } from '../../../kit/TraceLink.tsx'
import { useRight } from '../../../session/use-right.ts'
import { hiddenWhileBlind } from '../../../table/columns.tsx'
import { useLocale } from '../../../table/words.ts'
import { BoxDisputes } from '../../disputes/BoxDisputes.tsx'
import { useDesk } from '../desk.ts'
import { ChinaBesideSection } from '../inspect/ChinaBeside.tsx'
import { useStyleRevert } from '../moves/box-moves.tsx'
import { type AfterCommand, type BoxDetails, useInTurn } from './box-data.ts'
import { DiscrepanciesSection } from './Discrepancies.tsx'
import { type StyleLines, StyleMatrix, stylesOf } from './StyleMatrix.tsx'

interface BoxOverviewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  /** The differences are being settled; the head of the drawer leads there as well. */
  isSettling: boolean
  setSettling: (isSettling: boolean) => void
}

/** A box at a glance: where its pieces are, what differs, what lies in it. */
export function BoxOverview({ details, take, isSettling, setSettling }: BoxOverviewProps) {
  const locale = useLocale()
  const { t, name, plural } = locale
  const { box, lines, cases: discrepancies } = details
  const desk = useDesk()
  const seesDisputes = useRight('qcDisputes')
  const revert = useStyleRevert()
  const styles = useMemo(() => stylesOf(lines, name), [lines, name])
  const shown = useInTurn(styles)
  const canRevert = box.allowed_actions.includes('revert')
  return (
    <ScrollPart className="tabbed-scroll" label={t('Overview')}>
      <Section>
        {box.counts_hidden ? (
          <p className="muted">{t(hiddenWhileBlind)}</p>
        ) : (
          <BalanceBar quantities={box.quantities} />
        )}
        <WentTo box={box} />
        <DamageAtDoor history={details.history} />
      </Section>
      <ChinaBesideSection details={details} />
      {seesDisputes ? <BoxDisputes sscc={box.sscc} country={desk.name === 'qc' ? 'china' : 'india'} /> : null}
      <DiscrepanciesSection {...{ box, cases: discrepancies, lines, take, isSettling, setSettling }} />
      <Section>
        <Facts facts={desk.facts(box, locale, take)} />
      </Section>
      <Section
        title={t('Contents: {{what}}', {
          what: [plural(styles.length, '1 style', '{{n}} styles'), plural(lines.length, '1 SKU', '{{n}} SKUs')].join(
            ' · ',
          ),
        })}
      >
        {shown.map((style) => (
          <div key={style.style_id} className="qc-style">
            <StyleHead
              style={style}
              isHidden={box.counts_hidden}
              onRevert={
                canRevert && isJudged(style) ? () => revert.ask({ box_id: box.box_id, style_id: style.style_id }) : null
              }
            />
            {box.counts_hidden ? null : <StyleMatrix style={style} />}
          </div>
        ))}
      </Section>
      {revert.dialog}
    </ScrollPart>
  )
}

/** Damage that the door noted of the box, for whoever inspects it; nothing where none was, or it was a mistake. */
function DamageAtDoor({ history }: Pick<BoxDetails, 'history'>) {
  const { t } = useLocale()
  const noted = history.findLast(({ event }) => event === 'box.damage_noted')
  if (noted === undefined || history.some(({ details, at }) => details.outcome === 'mistake' && at > noted.at))
    return null
  const { remark } = noted.details
  return (
    <Callout tone="warn">
      {typeof remark === 'string' ? t('Damaged at the door: {{remark}}', { remark }) : t('Damaged at the door')}{' '}
      <span className="muted">· {noted.actor} · </span>
      <Instant at={noted.at} />
    </Callout>
  )
}

/** Where judged pieces went; nothing is shown while none did. */
function WentTo({ box: { quantities } }: Pick<BoxDetails, 'box'>) {
  const { t, number, labelled } = useLocale()
  const parts = useDesk().wentTo.filter(([, bucket]) => quantities[bucket] > 0)
  if (parts.length === 0) return null
  return (
    <p className="muted">{parts.map(([word, bucket]) => labelled(t(word), number(quantities[bucket]))).join(' · ')}</p>
  )
}

function isJudged({ sum }: StyleLines): boolean {
  return sum.passed + sum.shelved + sum.ready + sum.failed > 0
}

interface StyleHeadProps {
  style: StyleLines
  isHidden: boolean | undefined
  onRevert: (() => void) | null
}

function StyleHead({ style, isHidden, onRevert }: StyleHeadProps) {
  const { t, number } = useLocale()
  return (
    <div className="qc-style-head">
      <h3>
        <TraceLink code={style.style_id} /> {style.name}
      </h3>
      {isHidden ? null : <span className="muted">{t('{{n}} pcs declared', { n: number(style.sum.declared) })}</span>}
      {onRevert ? <Button size="small" variant="minimal" text={t('Revert style…')} onClick={onRevert} /> : null}
    </div>
  )
}

const words: Record<PartName, string> = {
  passed: 'Passed',
  failed: 'Failed QC',
  on_hold: 'Hold',
  to_inspect: 'To inspect',
  uncounted: 'To count',
  missing: 'Missing pcs',
}

/** Where all pieces of a box are, as a bar and as the sum that must come out: declared = all the rest − excess. */
export function BalanceBar({ quantities }: { quantities: QcQuantities }) {
  const { t, number } = useLocale()
  const parts = balanceParts(quantities)
  const all = quantities.declared + quantities.excess
  return (
    <div className="qc-balance">
      <div className="qc-bar" aria-hidden="true">
        {parts.map(({ name, pieces }) => (
          <span key={name} data-part={name} style={{ flexGrow: pieces / Math.max(1, all) }} />
        ))}
      </div>
      <p className="qc-sum">
        <span className="qc-term">
          {t('Declared')} <b>{number(quantities.declared)}</b>
        </span>
        {parts.map(({ name, pieces }, at) => (
          <span className="qc-term" key={name}>
            <i>{at === 0 ? '=' : '+'}</i>
            <span className="qc-dot" data-part={name} aria-hidden="true" />
            {t(words[name])} <b>{number(pieces)}</b>
          </span>
        ))}
        {quantities.excess > 0 ? (
          <span className="qc-term">
            <i>−</i> {t('Excess')} <b>{number(quantities.excess)}</b>
          </span>
        ) : null}
      </p>
    </div>
  )
}

export type PartName = 'passed' | 'failed' | 'on_hold' | 'to_inspect' | 'uncounted' | 'missing'

export interface Part {
  name: PartName
  pieces: number
}

/**
 * The balance of a box: declared + excess is the sum of these parts, wherever passed and failed pieces went since. Parts without
 * pieces are left out.
 */
export function balanceParts(q: QcQuantities): Part[] {
  const parts: Part[] = [
    { name: 'passed', pieces: passedOf(q) },
    { name: 'failed', pieces: failedOf(q) },
    { name: 'on_hold', pieces: q.on_hold },
    { name: 'to_inspect', pieces: q.to_inspect },
    { name: 'uncounted', pieces: q.uncounted },
    { name: 'missing', pieces: q.missing },
  ]
  return parts.filter(({ pieces }) => pieces > 0)
}
