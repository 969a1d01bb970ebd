import './disputes.css'
import { Link } from 'react-router-dom'
import type { DisputedDecision, DisputeLine, DisputeMessage, DisputeRow } from '../../../shared/areas/disputes/calls.ts'
import { disputeLife } from '../../../shared/areas/disputes/life.ts'
import { disputeRights } from '../../../shared/areas/disputes/rights.ts'
import {
  disputedWords,
  disputeReasonWords,
  disputeStateWords,
  isLive,
  type NextStep,
  nextStepWords,
  stepStateWords,
} from '../../../shared/areas/disputes/rules.ts'
import { indiaQcRights } from '../../../shared/areas/india-qc/rights.ts'
import { decisionWord, dispositionWords } from '../../../shared/areas/rejected-skus/rules.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { wordOf } from '../../i18n/code-words.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Instant } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { hiddenWhileBlind } from '../../table/columns.tsx'
import { useLocale } from '../../table/words.ts'
import { SaidPhotos } from './DisputePhotos.tsx'
import { AnswerForm, HandOver, HouseForm, Withdraw } from './forms.tsx'
import { boxPath, debitNotePath, indiaNotePath, rejectedPath, stepPath } from './paths.ts'

export type Found = CallData<'disputes.getDispute'>
const width = 760

/** One dispute: which pieces, all that was said with its photographs, and what the reader may do now. */
export function DisputeDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('disputes.getDispute', { number })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      width={width}
      onClose={onClose}
      missing={t('This dispute is not there')}
    >
      {(found) => <Opened found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Opened({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t } = useLocale()
  const isStaff = useIsStaff()
  const { dispute, lines, decisions, messages, moves, counts_hidden } = found
  const open = openMoves(moves)
  const shown = isStaff ? facts : facts.filter(({ id }) => id !== 'owner' && id !== 'supplier')
  return (
    <Drawer
      isOpen
      of={dispute}
      onClose={onClose}
      width={width}
      title={t('Dispute {{number}}', { number: dispute.number })}
      beside={
        <>
          <StatusTag status={disputeStateWords[dispute.state]} />
          {dispute.is_overdue ? <span className="overdue">{t('Overdue')}</span> : null}
        </>
      }
    >
      <Section>
        <FactList fields={shown} row={dispute} />
      </Section>
      {counts_hidden ? (
        <Section>
          <p className="muted">{t(hiddenWhileBlind)}</p>
        </Section>
      ) : null}
      {lines.length > 0 ? (
        <Section title={t('Pieces disputed')}>
          <FieldTable
            className="plain-scroll"
            label={t('Pieces disputed')}
            fields={lineFields}
            rows={lines}
            rowKey={(line) => `${line.nm_sku} ${line.kind}`}
          />
        </Section>
      ) : null}
      {decisions.length > 0 ? (
        <Section title={t('What came of these pieces')}>
          <FieldTable
            className="plain-scroll"
            label={t('What came of these pieces')}
            fields={decisionFields(dispute.sscc)}
            rows={decisions}
            rowKey={(one, at) => `${one.nm_sku} ${one.kind} ${at}`}
          />
        </Section>
      ) : null}
      {dispute.next && dispute.next !== 'none' ? (
        <Section title={t('What is next')}>
          <NextMove found={found} next={dispute.next} />
        </Section>
      ) : null}
      {messages.length > 0 ? (
        <Section title={t('What was said of it')}>
          <ol className="dispute-thread">
            {messages.map((one) => (
              <Said key={one.id} message={one} />
            ))}
          </ol>
        </Section>
      ) : null}
      {open.includes('answer') ? <AnswerForm key={dispute.version} dispute={dispute} /> : null}
      {open.includes('withdraw') ? <Withdraw dispute={dispute} /> : null}
      {isStaff && isLive(dispute.state) && !moves.some(({ move }) => move === 'settle') ? (
        <Section>
          <WhoDecides dispute={dispute} />
        </Section>
      ) : null}
      {open.includes('settle') || open.includes('ask') ? (
        <HouseForm key={`house ${dispute.version}`} found={found} />
      ) : null}
      {open.includes('hand_over') ? <HandOver key={`owner ${dispute.version}`} dispute={dispute} /> : null}
      <ClosedMoves moves={moves} usual={disputeLife.usual} names={moveNames} />
    </Drawer>
  )
}

/** Who may decide where the reader may not: the leads who see a dispute of this country. */
function WhoDecides({ dispute: { country } }: { dispute: DisputeRow }) {
  const { t } = useLocale()
  const seeing = country === 'china' ? disputeRights.settleDisputes : indiaQcRights.indiaQc
  const deciding = disputeRights.settleDisputes.roles.filter((role) => new Set<string>(seeing.roles).has(role))
  return (
    <p className="muted">{t('Leads decide: {{roles}}.', { roles: listed(deciding.map((role) => t(wordOf(role)))) })}</p>
  )
}

const moveNames = { answer: key('Answer QC'), ask: key('Ask the vendor') }

const facts: readonly ShownField<DisputeRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'shipment', header: key('Shipment'), kind: 'code', of: (row) => row.shipment_id, traces: true },
  { id: 'box', header: key('Box'), of: (row) => <BoxLink row={row} /> },
  { id: 'site', header: key('Site'), of: (row, { name }) => name(row.site_name, row.site_name_zh) },
  {
    id: 'reason',
    header: key('Why disputed'),
    kind: 'word',
    of: (row) => row.reason && disputeReasonWords[row.reason],
  },
  { id: 'due', header: key('Due date'), kind: 'day', of: (row) => (isLive(row.state) ? row.due_on : null) },
  { id: 'owner', header: key('Owner'), of: (row) => row.owner },
  { id: 'opened', header: key('Opened'), kind: 'instant', of: (row) => row.opened_at },
  { id: 'settled', header: key('Settled'), kind: 'instant', of: (row) => row.settled_at },
  { id: 'settled_by', header: key('Settled by'), of: (row) => row.settled_by },
]

function BoxLink({ row }: { row: DisputeRow }) {
  const isStaff = useIsStaff()
  // A vendor is told of a box in India by its notes alone.
  if (!isStaff && row.country === 'india')
    return (
      <>
        {row.box_no} <span className="code">{row.sscc}</span>
      </>
    )
  return (
    <Link className="code-link" to={boxPath(row.sscc, row.country, isStaff)}>
      {row.box_no} <span className="code">{row.sscc}</span>
    </Link>
  )
}

const lineFields: readonly ShownField<DisputeLine>[] = [
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku, traces: true },
  { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
  { id: 'size', header: key('Size'), of: (line) => line.size },
  { id: 'kind', header: key('QC says'), kind: 'word', of: (line) => disputedWords[line.kind] },
  { id: 'pieces', header: key('Pieces disputed'), kind: 'pieces', of: (line) => line.pieces },
  { id: 'upheld', header: key('Pieces upheld'), kind: 'pieces', of: (line) => line.upheld },
]

const decisionTones = { OPEN: 'warn', DONE: 'good', UNDONE: 'neutral' } as const

const decisionFields = (sscc: string): readonly ShownField<DisputedDecision>[] => [
  { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (one) => one.nm_sku },
  { id: 'kind', header: key('Disposition'), kind: 'word', of: (one) => dispositionWords[one.kind] },
  { id: 'note', header: key('Note'), of: (one) => <NoteLink decision={one} sscc={sscc} /> },
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: (one) => one.quantity },
  { id: 'value', header: key('Amount'), kind: 'money', of: (one) => one.value },
  {
    id: 'state',
    header: key('Status'),
    of: (one) => <StatusTag status={decisionWord(one)} tone={decisionTones[one.state]} />,
  },
]

/** Its note, where the reader has a page of such notes; QC in India is led to its own decision. */
function NoteLink({ decision, sscc }: { decision: DisputedDecision; sscc: string }) {
  const seesResults = useRight('chinaQcOutcome')
  const { return_note, debit_note, rejected_id } = decision
  const number = return_note ?? debit_note
  if (number === null) return '–'
  const ownPath = debit_note === null ? indiaNotePath(number) : debitNotePath(number)
  const path = seesResults ? ownPath : rejected_id && rejectedPath(sscc, rejected_id)
  return path ? (
    <Link className="code" to={path}>
      {number}
    </Link>
  ) : (
    <span className="code">{number}</span>
  )
}

const stepTones = { to_do: 'warn', done: 'good', gone: 'neutral' } as const

/** What is to be done and whether it was; leads to where it is done while it is not. A vendor only reads it. */
function NextMove({ found: { dispute, decisions }, next }: { found: Found; next: NextStep }) {
  const { t } = useLocale()
  const { country, step, done_at } = dispute
  const isInChina = useRight('chinaQc')
  const isInIndia = useRight('indiaQc')
  const isAtQc = country === 'china' ? isInChina : isInIndia
  const claim = decisions.find(({ kind, state }) => kind !== 'return' && state === 'OPEN')
  const path = next === 'take_back' && claim ? rejectedPath(dispute.sscc, claim.rejected_id) : stepPath(next, dispute)
  return (
    <p className="dispute-actions">
      {isAtQc && step === 'to_do' ? (
        <Link to={path}>{t(nextStepWords[next])}</Link>
      ) : (
        <span>{t(nextStepWords[next])}</span>
      )}
      {step ? <StatusTag status={stepStateWords[step]} tone={stepTones[step]} /> : null}
      {done_at ? (
        <span className="muted">
          <Instant at={done_at} />
        </span>
      ) : null}
    </p>
  )
}

const saidWords = {
  opened: key('Disputed'),
  accepted: key('Result accepted'),
  asked: key('QC asks'),
  answered: key('The vendor answers'),
  withdrawn: key('Withdrawn by the vendor'),
  settled: key('QC decides'),
  handed: key('Handed over'),
} as const satisfies Record<DisputeMessage['said'], string>

function Said({ message }: { message: DisputeMessage }) {
  const { t } = useLocale()
  const { said, by, is_vendor, at, words, image_ids } = message
  return (
    <li className="dispute-said" data-vendor={is_vendor || undefined}>
      <div>
        <b>{t(saidWords[said])}</b>{' '}
        <span className="muted">
          {by} · <Instant at={at} />
        </span>
      </div>
      {words ? <p className="dispute-words">{words}</p> : null}
      <SaidPhotos ids={image_ids} />
    </li>
  )
}
