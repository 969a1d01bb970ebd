import { Button, type ButtonProps } from '@blueprintjs/core'
import { Cube } from '@blueprintjs/icons'
import type { JSX } from 'react'
import { useNavigate } from 'react-router-dom'
import { type PassMoveName, passMoves } from '../../../shared/areas/gate-passes/moves.ts'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { contract } from '../../../shared/areas.ts'
import { WhyClosed } from '../../actions/ClosedMoves.tsx'
import { MenuButton, useFile, useSheet } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { useIsPhone } from '../../kit/use-is-phone.ts'
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

interface Step extends Pick<ButtonProps, 'variant' | 'intent' | 'loading'> {
  text: string
  icon?: JSX.Element
  run: () => void
}

/** On a phone in one line: what is done next, and the rest behind "More". */
function Steps({ steps }: { steps: readonly Step[] }) {
  const { t } = useLocale()
  const isPhone = useIsPhone()
  const next = steps.find(({ intent }) => intent === 'primary') ?? steps.at(-1)
  const others = isPhone && steps.length > 2 ? steps.filter((step) => step !== next) : []
  return (
    <>
      {others.length > 0 ? <MenuButton text={t('More')} items={others.map(({ text, run }) => [text, run])} /> : null}
      {steps
        .filter((step) => !others.includes(step))
        .map(({ run, ...look }) => (
          <Button key={look.text} {...look} onClick={run} />
        ))}
    </>
  )
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
  const plain = (is: boolean | undefined, text: string, run: () => void): Step[] => (is ? [{ text, run }] : [])
  const steps: Step[] = [
    ...(may.has('cancel')
      ? [{ text: t('Cancel the gate pass…'), run: () => cancel.ask(), variant: 'minimal', intent: 'danger' } as const]
      : []),
    ...reopen.steps,
    ...(may.has('withdraw')
      ? [{ text: t('Back to draft'), run: () => void confirm.run('withdraw'), loading: confirm.isRunning }]
      : []),
    ...plain(may.has('edit'), t('Change…'), () => make.open({ pass })),
    ...plain(may.has('edit'), t('By sheet…'), () => sheet.open()),
    ...plain(may.has('edit') && onPlan !== undefined, t('By screen'), () => onPlan?.()),
    ...plain(may.has('edit') && onPlanScan !== undefined, t('Plan by scan'), () => onPlanScan?.()),
    ...(may.has('confirm')
      ? [
          {
            text: t('Confirm'),
            run: () => void confirm.run('confirm'),
            intent: 'primary',
            loading: confirm.isRunning,
          } as const,
        ]
      : []),
    ...(may.has('pack')
      ? [{ text: t('Pack by scan'), run: onScan, icon: <Cube />, intent: isReady ? 'none' : 'primary' } as const]
      : []),
    ...(pass.state === 'PACKING' && may.has('pack')
      ? [{ text: t('Submit…'), run: () => submit.open({ pass }), intent: isReady ? 'primary' : 'none' } as const]
      : []),
  ]
  return (
    <div className="pass-drawer pass-actions">
      <WhyPassClosed moves={whole.moves} side="source" />
      <Steps steps={steps} />
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
  const steps: Step[] =
    isCallBack || may.has('reopen')
      ? [
          {
            text: isCallBack ? t('Reopen packing…') : t('Reopen…'),
            run: () => reopen.ask(),
            loading: reopen.isRunning,
          },
        ]
      : []
  return { steps, dialog: reopen.dialog }
}

/** What came to be returned goes back with a pass of its own, which plans what is due and free. */
function useSendBack({ gate_pass: { gate_pass, receives_at }, may_go_back }: WholePass): Step[] {
  const { t, number: shown } = useLocale()
  const navigate = useNavigate()
  const mayMake = useRight('gatePassSend')
  const mayReturn = useRight('gatePassSendBack')
  const maySend = mayMake || mayReturn
  const make = useAction((_: undefined, options) => api.gatePasses.updateGatepass({ returns: gate_pass }, options), {
    refresh: ['gatePasses'],
  })
  if (!maySend || may_go_back === 0 || receives_at === null) return []
  const sendBack = async () => {
    const made = await make.run(undefined)
    if (made) await navigate(`/warehouse/source?tab=draft&pass=${made.data.gate_pass.gate_pass}`)
  }
  return [
    {
      text: t('Send {{n}} pcs back', { n: shown(may_go_back) }),
      run: () => void sendBack(),
      loading: make.isRunning,
    },
  ]
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
  const isAsItWasSent = pending === 0 && pass.damaged === 0 && !pass.excess
  const steps: Step[] = [
    ...reopen.steps,
    ...sendBack,
    ...(may.has('complete')
      ? [
          {
            text: t('Complete…'),
            run: () => (isAsItWasSent ? complete.ask() : differences.open({ box: null })),
            intent: pending === 0 ? 'primary' : 'none',
            loading: complete.isRunning,
          } as const,
        ]
      : []),
    ...(may.has('receive')
      ? [{ text: t('Receive'), run: onScan, icon: <Cube />, intent: pending === 0 ? 'none' : 'primary' } as const]
      : []),
  ]
  return (
    <div className="pass-drawer pass-actions">
      <WhyPassClosed moves={whole.moves} side="destination" />
      <Steps steps={steps} />
      {complete.dialog}
      {differences.dialog}
      {reopen.dialog}
    </div>
  )
}
