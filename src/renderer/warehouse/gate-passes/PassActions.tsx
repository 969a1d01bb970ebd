import { Button } from '@blueprintjs/core'
import { Cube } from '@blueprintjs/icons'
import { useNavigate } from 'react-router-dom'
import { type PassMoveName, passMoves } from '../../../shared/areas/gate-passes/moves.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { contract } from '../../../shared/areas.ts'
import { WhyClosed } from '../../actions/ClosedMoves.tsx'
import { useFile, useSheet } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { useDifferences } from './DifferencesDialog.tsx'
import { useMakePass } from './MakePassDialog.tsx'
import type { WholePass } from './pass-list.ts'
import { SubmitDialog } from './SubmitDialog.tsx'

interface PassActionsProps {
  whole: WholePass
  side: 'source' | 'destination'
  onScan: () => void
  onPlan?: () => void
  onPlanScan?: () => void
  onSubmitted: () => void
}

/** What may be done with a pass now, by its allowed moves; each side sees its own. */
export function PassActions(props: PassActionsProps) {
  return props.side === 'source' ? <SourceActions {...props} /> : <DestinationActions {...props} />
}

const labelsOf = (moves: readonly PassMoveName[]) =>
  Object.fromEntries(moves.map((move) => [move, passMoves[move].label])) as Partial<Record<PassMoveName, string>>

/** The moves that people look for, by the end of the road where they work. */
const asked = {
  source: labelsOf(['edit', 'pack', 'submit', 'call_back', 'cancel']),
  destination: labelsOf(['receive', 'complete', 'reopen']),
}

function WhyPassClosed({ moves, side }: Pick<WholePass, 'moves'> & Pick<PassActionsProps, 'side'>) {
  return <WhyClosed moves={moves} usual={passWords.noMove} names={asked[side]} />
}

/** Reasons that are said often. */
const cancelReasons = [key('Made by mistake'), key('No longer needed'), key('Goes with another gate pass')]
const reopenReasons = [key('Packed wrongly'), key('Something was forgotten'), key('Correction')]

function SourceActions({ whole, onScan, onPlan, onPlanScan, onSubmitted }: PassActionsProps) {
  const { t } = useLocale()
  const { gate_pass: pass } = whole
  const { gate_pass, version } = pass
  const may = new Set(pass.allowed_moves)
  // Why pieces stay is said when it is submitted.
  const isReady = may.has('submit') || pass.status === 'Ready to submit'
  const file = useFile()
  const sheet = useSheet({
    call: 'gatePasses.takeGatePassSheet',
    input: { gate_pass },
    title: t('What goes with {{number}}, by sheet', { number: gate_pass }),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Sheet with what is free at the source'),
      get: () => file.get(contract.gatePasses.gatePassTemplate, { gate_pass, with: 'stock' }),
    },
  })
  const make = useMakePass(() => undefined)
  const submit = useDialog(SubmitDialog, { onSubmitted })
  const confirm = useAction(
    (action: 'confirm' | 'withdraw', options) =>
      api.gatePasses.confirmGatepass({ gate_pass, version, action }, options),
    { refresh: ['gatePasses'] },
  )
  const cancel = useAskedAction(
    ({ reason }, options) => api.gatePasses.cancelGatePass({ gate_pass, version, reason }, options),
    {
      refresh: ['gatePasses', 'stock'],
      ask: () => ({
        draft: `cancel.${gate_pass}`,
        title: t('Cancel gate pass {{number}}?', { number: gate_pass }),
        text: t('What is packed goes back to where it was taken from.'),
        confirm: t('Cancel the gate pass'),
        usual: cancelReasons,
        isDangerous: true,
      }),
    },
  )
  const reopen = useReopen(whole)
  return (
    <div className="pass-drawer pass-actions">
      <WhyPassClosed moves={whole.moves} side="source" />
      {may.has('cancel') ? (
        <Button variant="minimal" intent="danger" text={t('Cancel the gate pass…')} onClick={() => cancel.ask()} />
      ) : null}
      {reopen.button}
      {may.has('withdraw') ? (
        <Button text={t('Back to draft')} loading={confirm.isRunning} onClick={() => void confirm.run('withdraw')} />
      ) : null}
      {may.has('edit') ? (
        <>
          <Button text={t('Change…')} onClick={() => make.open({ pass })} />
          <Button text={t('By sheet…')} onClick={() => sheet.open()} />
          {onPlan ? <Button text={t('By screen')} onClick={onPlan} /> : null}
          {onPlanScan ? <Button text={t('Plan by scan')} onClick={onPlanScan} /> : null}
        </>
      ) : null}
      {may.has('confirm') ? (
        <Button
          intent="primary"
          text={t('Confirm')}
          loading={confirm.isRunning}
          onClick={() => void confirm.run('confirm')}
        />
      ) : null}
      {may.has('pack') ? (
        <Button icon={<Cube />} intent={isReady ? 'none' : 'primary'} text={t('Pack by scan')} onClick={onScan} />
      ) : null}
      {pass.state === 'PACKING' && may.has('pack') ? (
        <Button intent={isReady ? 'primary' : 'none'} text={t('Submit…')} onClick={() => submit.open({ pass })} />
      ) : null}
      {sheet.dialog}
      {make.dialog}
      {submit.dialog}
      {cancel.dialog}
      {reopen.dialog}
    </div>
  )
}

function useReopen({ gate_pass: pass }: WholePass) {
  const { t } = useLocale()
  const { gate_pass, version } = pass
  const may = new Set(pass.allowed_moves)
  const isCallBack = may.has('call_back')
  const reopen = useAskedAction(
    ({ reason }, options) => api.gatePasses.reopen({ gate_pass, version, reason }, options),
    {
      refresh: ['gatePasses', 'stock'],
      done: () => t('Gate pass reopened'),
      ask: () => ({
        draft: `reopen.${gate_pass}`,
        title: t('Reopen gate pass {{number}}?', { number: gate_pass }),
        text: isCallBack
          ? t('The goods are back in packing, and the paper of this pass is cancelled.')
          : t('What was closed short is expected again, and its open differences go.'),
        confirm: t('Reopen'),
        usual: reopenReasons,
      }),
    },
  )
  const button =
    isCallBack || may.has('reopen') ? (
      <Button
        text={isCallBack ? t('Reopen packing…') : t('Reopen…')}
        loading={reopen.isRunning}
        onClick={() => reopen.ask()}
      />
    ) : null
  return { button, dialog: reopen.dialog }
}

/** What came to be returned goes back with a pass of its own, which plans what is due and free. */
function useSendBack({ gate_pass: { gate_pass, receives_at }, may_go_back }: WholePass) {
  const { t, number: shown } = useLocale()
  const navigate = useNavigate()
  const mayMake = useRight('gatePassSend')
  const mayReturn = useRight('gatePassSendBack')
  const maySend = mayMake || mayReturn
  const make = useAction((_: undefined, options) => api.gatePasses.updateGatepass({ returns: gate_pass }, options), {
    refresh: ['gatePasses'],
  })
  if (!maySend || may_go_back === 0 || receives_at === null) return null
  const sendBack = async () => {
    const made = await make.run(undefined)
    if (made) await navigate(`/warehouse/source?tab=draft&pass=${made.data.gate_pass.gate_pass}`)
  }
  return (
    <Button
      text={t('Send {{n}} pcs back', { n: shown(may_go_back) })}
      loading={make.isRunning}
      onClick={() => void sendBack()}
    />
  )
}

/** What its end makes of a pass: pieces closed short, and differences. */
function endWords(
  { damaged, excess }: WholePass['gate_pass'],
  pending: number,
  plural: Locale['plural'],
  t: Locale['t'],
): string {
  const differing = [
    ...(damaged > 0 ? [plural(damaged, '1 damaged piece', '{{n}} damaged pieces')] : []),
    ...(excess ? [plural(excess, '1 surplus piece', '{{n}} surplus pieces')] : []),
  ]
  const said = [
    ...(pending > 0
      ? [plural(pending, '1 pc did not come: it is closed short.', '{{n}} pcs did not come: they are closed short.')]
      : []),
    ...(differing.length > 0 ? [t('Differences to settle: {{what}}.', { what: differing.join(' · ') })] : []),
  ]
  return said.join(' ') || t('Everything came as it was sent.')
}

function DestinationActions({ whole, onScan }: PassActionsProps) {
  const { t, plural } = useLocale()
  const sendBack = useSendBack(whole)
  const { gate_pass: pass } = whole
  const { gate_pass, version, pending } = pass
  const may = new Set(pass.allowed_moves)
  const complete = useAskedAction((_, options) => api.gatePasses.complete({ gate_pass, version }, options), {
    refresh: ['gatePasses', 'stock'],
    ask: () => ({
      title: t('Complete gate pass {{number}}?', { number: gate_pass }),
      text:
        pending === null
          ? t('Nothing more is expected: what was sent and not counted is closed short.')
          : endWords(pass, pending, plural, t),
      confirm: t('Complete the pass'),
    }),
  })
  const differences = useDifferences(pass)
  const reopen = useReopen(whole)
  return (
    <div className="pass-drawer pass-actions">
      <WhyPassClosed moves={whole.moves} side="destination" />
      {reopen.button}
      {sendBack}
      {may.has('complete') ? (
        <Button
          intent={pending === 0 ? 'primary' : 'none'}
          text={t('Complete…')}
          loading={complete.isRunning}
          onClick={() =>
            pending === 0 && pass.damaged === 0 && !pass.excess ? complete.ask() : differences.open({ box: null })
          }
        />
      ) : null}
      {may.has('receive') ? (
        <Button icon={<Cube />} intent={pending === 0 ? 'none' : 'primary'} text={t('Receive')} onClick={onScan} />
      ) : null}
      {complete.dialog}
      {differences.dialog}
      {reopen.dialog}
    </div>
  )
}
