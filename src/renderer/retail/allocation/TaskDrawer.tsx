import './allocation.css'
import { useEffect, useRef } from 'react'
import { choiceWords, taskStateWords } from '../../../shared/areas/allocation/words.ts'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { History } from '../../kit/Timeline.tsx'
import { useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { CalculationRun } from './CalculationRun.tsx'
import { LinesTab } from './LinesTab.tsx'
import { PlanTab } from './PlanTab.tsx'
import { StoresTab } from './StoresTab.tsx'
import { StylesTab } from './StylesTab.tsx'
import { TaskActions } from './TaskActions.tsx'
import { type FoundTask, taskParams } from './task-params.ts'

const width = 1_300
const refreshMs = 1_500

/** One allocation: its plan beside one that was tried, its styles with the grid of each, its lines, and what each store gets. */
export function TaskDrawer({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('allocation.getAllocation', { task_id: taskId })
  useFollowedRun(answer.data, answer.reload)
  return (
    <LoadedDrawer
      answer={answer}
      title={taskId}
      of={null}
      width={width}
      onClose={onClose}
      missing={t('This allocation is not there')}
    >
      {(found) => <Opened found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

/** Asks while a calculation is under way, whoever began it, and loads anew all that it wrote once it is through. */
function useFollowedRun(found: FoundTask | undefined, reload: () => Promise<unknown>): void {
  const refresh = useRefresh()
  const isRunning = found !== undefined && found.job_id !== null
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void latest.current(), refreshMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const written = found && `${found.task.version} ${found.what_if?.at ?? ''}`
  const before = useRef(written)
  useEffect(() => {
    if (before.current !== undefined && before.current !== written) void refresh(['allocation'])
    before.current = written
  }, [written, refresh])
}

function Opened({ found, onClose }: { found: FoundTask; onClose: () => void }) {
  const { t } = useLocale()
  const address = useListState(taskParams)
  const { task } = found
  return (
    <TabbedDrawer
      of={task}
      title={`${task.task_id} · ${task.name}`}
      beside={
        <>
          <StatusTag status={taskStateWords[task.state]} />
          {task.is_outdated ? <span className="overdue">{t('To be calculated again')}</span> : null}
          {task.is_frozen && task.state === 'SHORTLISTED' ? (
            <span className="muted">{t('Lines submitted, pieces reserved')}</span>
          ) : null}
        </>
      }
      width={width}
      onClose={onClose}
      head={<CalculationRun found={found} />}
      actions={<TaskActions found={found} />}
      tab={address.state.view}
      onTab={(view) => address.set({ view, style: '', cell: '' }, 'push')}
      tabs={[
        { key: 'plan', label: t('Allocation plan'), shows: () => <PlanTab found={found} /> },
        {
          ...{ key: 'styles', label: t('Styles'), count: task.styles },
          shows: () => <StylesTab found={found} address={address} />,
        },
        { key: 'lines', label: t('Lines'), shows: () => <LinesTab found={found} address={address} /> },
        { key: 'stores', label: t('By store'), shows: () => <StoresTab found={found} /> },
        {
          ...{ key: 'history', label: t('History'), count: found.history.length },
          shows: () => <TaskHistory history={found.history} />,
        },
      ]}
    />
  )
}

const historyNumbers = {
  styles: key('Styles'),
  stores: key('Stores'),
  lines: key('Lines'),
  cells: key('Cells'),
  pieces: key('Pieces'),
  gate_passes: key('Gate passes'),
}

function TaskHistory({ history }: Pick<FoundTask, 'history'>) {
  const { t, labelled } = useLocale()
  return (
    <History
      history={history.toReversed()}
      numbers={historyNumbers}
      more={({ choice, reason, left_out }) => [
        ...(typeof choice === 'string' ? [t(choiceWords[choice as keyof typeof choiceWords] ?? choice)] : []),
        ...(typeof reason === 'string' ? [t(reason)] : []),
        ...(typeof left_out === 'string' ? [labelled(t('Closed stores left out'), left_out)] : []),
      ]}
    />
  )
}
