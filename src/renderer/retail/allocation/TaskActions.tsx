import { Button } from '@blueprintjs/core'
import { allocationLife } from '../../../shared/areas/allocation/life.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { useLocale } from '../../table/words.ts'
import type { FoundTask } from './task-params.ts'

const moveNames = {
  calculate: key('Calculate'),
  choose_lines: key('Change the shortlist'),
  freeze: key('Submit lines'),
  thaw: key('Take the lines back'),
  submit: key('Submit allocation'),
  make_passes: key('Make gate passes'),
  reject: key('Give up…'),
} as const

const usualReasons = [
  key('The stock is needed elsewhere'),
  key('The season has changed'),
  key('Made by mistake'),
  key('Other'),
]

const refresh = ['allocation', 'gatePasses', 'stock', 'frame.getJobs'] as const
const about = { refresh, looksAgain: true } as const

/** What may be done with an allocation now, the next step last; under it what may not, and why. */
export function TaskActions({ found }: { found: FoundTask }) {
  const { t, plural, number } = useLocale()
  const say = useSay()
  const { task, moves, job_id, pieces_by_choice: by } = found
  const open = openMoves(moves)
  const closed = listed(found.stores.flatMap(({ site, is_closed }) => (is_closed ? [site] : [])))
  const named = { task_id: task.task_id, version: task.version }
  const calculate = useAction((_: null, options) => api.allocation.calculateAllocation(named, options), about)
  const shortlist = useAction(
    (_: null, options) => api.allocation.shortlistOutwards({ ...named, all: true }, options),
    about,
  )
  const freeze = useAskedAction(
    (_, options) => api.allocation.submitOutwards({ ...named, action: 'submit' }, options),
    {
      ...about,
      // All that is offered goes: there is nothing to ask.
      ask: () =>
        by.offered === 0
          ? null
          : {
              title: t('Submit lines'),
              text: t(
                '{{pieces}} pieces on the shortlist are reserved. {{offered}} pieces that are only offered stay out.',
                {
                  pieces: number(by.shortlisted),
                  offered: number(by.offered),
                },
              ),
              confirm: t('Submit lines'),
            },
    },
  )
  const thaw = useAction(
    (_: null, options) => api.allocation.submitOutwards({ ...named, action: 'take_back' }, options),
    about,
  )
  const submit = useAction((_: null, options) => api.allocation.submitAllocation(named, options), about)
  const passes = useAskedAction((_, options) => api.allocation.createAllocationPasses(named, options), {
    ...about,
    ask: () => ({
      title: t('Make gate passes'),
      text: [
        t(
          '{{pieces}} pieces are planned on a gate pass for each warehouse and store. They stay reserved all the while.',
          { pieces: number(task.pieces) },
        ),
        ...(closed === '' ? [] : [t('Left out, since these stores are closed: {{stores}}.', { stores: closed })]),
      ].join(' '),
      confirm: t('Make gate passes'),
    }),
    done: ({ data, message }) => {
      const lost = listed(data.left_out.map(({ store, pieces }) => `${store} (${number(pieces)})`))
      const made = plural(data.gate_passes.length, '1 gate pass.', '{{n}} gate passes.')
      const said = `${say.message(message)} ${made}`
      return lost === ''
        ? said
        : `${said} ${t('Left out, since these stores are closed: {{stores}}.', { stores: lost })}`
    },
  })
  const reject = useAskedAction(
    ({ reason }, options) => api.allocation.rejectAllocation({ ...named, reason }, options),
    {
      ...about,
      ask: () => ({
        draft: `allocation-reject.${task.task_id}`,
        title: t('Give the allocation up'),
        text: t('{{pieces}} pieces go to no store. What is reserved for them is free again.', {
          pieces: number(task.pieces),
        }),
        confirm: t('Give up'),
        usual: usualReasons,
      }),
    },
  )
  const isBusy = job_id !== null
  const isNext = (move: string) => nextMove(open) === move
  const button = (
    move: keyof typeof moveNames,
    press: () => unknown,
    isRunning: boolean,
    text: string = moveNames[move],
  ) =>
    open.includes(move) ? (
      <Button
        text={t(text)}
        intent={isNext(move) ? 'primary' : 'none'}
        loading={isRunning}
        disabled={isBusy}
        onClick={() => void press()}
      />
    ) : null
  return (
    <div className="allocation-actions">
      <div className="allocation-closed">
        <ClosedMoves moves={moves} usual={allocationLife.usual} names={moveNames} />
      </div>
      {open.includes('reject') ? (
        <Button variant="minimal" text={t(moveNames.reject)} disabled={isBusy} onClick={() => reject.ask()} />
      ) : null}
      {button(
        'calculate',
        () => calculate.run(null),
        calculate.isRunning,
        task.state === 'CREATED' ? moveNames.calculate : key('Calculate again'),
      )}
      {by.offered > 0
        ? button('choose_lines', () => shortlist.run(null), shortlist.isRunning, key('Shortlist all lines'))
        : null}
      {button('thaw', () => thaw.run(null), thaw.isRunning)}
      {button('freeze', () => freeze.ask(), freeze.isRunning)}
      {button('submit', () => submit.run(null), submit.isRunning)}
      {button('make_passes', () => passes.ask(), passes.isRunning)}
      {freeze.dialog}
      {passes.dialog}
      {reject.dialog}
    </div>
  )
}

const onward = ['make_passes', 'submit', 'freeze', 'choose_lines', 'calculate'] as const

const nextMove = (open: readonly string[]) => onward.find((move) => open.includes(move))
