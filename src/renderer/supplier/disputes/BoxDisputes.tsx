import './disputes.css'
import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import {
  type DisputeCountry,
  disputeReasonWords,
  disputeStateWords,
  nextStepWords,
  stepStateWords,
} from '../../../shared/areas/disputes/rules.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { useLocale } from '../../table/words.ts'
import { disputePath } from './paths.ts'
import { RaiseDialog } from './RaiseDialog.tsx'

interface BoxDisputesProps {
  sscc: string
  country: DisputeCountry
  /** Named where several boxes stand below one another. */
  box?: string
  /** SKUs of the note whose boxes these are. */
  skus?: ReadonlySet<string>
}

/** What was said of a box's result, and the vendor's two ways to say something. Nothing is shown where there is neither. */
export function BoxDisputes({ sscc, country, box, skus }: BoxDisputesProps) {
  const { t, instant } = useLocale()
  const { data } = useAnswer('disputes.getBoxDisputes', { box_id: sscc, country })
  const raise = useDialog(RaiseDialog)
  if (!data || (data.disputes.length === 0 && data.may.length === 0)) return null
  const { disputes, may, until, lines } = data
  return (
    <Section title={box ? t('Answers to the result of box {{box}}', { box }) : t('Answers to the result')}>
      {disputes.map((one) => (
        <p key={one.number} className="dispute-actions">
          <Link className="code" to={disputePath(one.number)}>
            {one.number}
          </Link>
          <StatusTag status={disputeStateWords[one.state]} />
          {one.reason ? <span>{t(disputeReasonWords[one.reason])}</span> : null}
          <span className="muted">{instant(one.opened_at)}</span>
          {one.next && one.step === 'to_do' ? (
            <b>{t('{{step}}: {{what}}', { step: t(stepStateWords.to_do), what: t(nextStepWords[one.next]) })}</b>
          ) : null}
        </p>
      ))}
      {may.length > 0 ? (
        <div className="dispute-actions">
          {may.includes('accept') ? (
            <Button text={t('Answer…')} onClick={() => raise.open({ answer: 'accept', sscc, country, lines })} />
          ) : null}
          <Button text={t('Dispute…')} onClick={() => raise.open({ answer: 'dispute', sscc, country, lines, skus })} />
          {until ? <span className="muted">{t('Until {{when}}', { when: instant(until) })}</span> : null}
        </div>
      ) : null}
      {raise.dialog}
    </Section>
  )
}
