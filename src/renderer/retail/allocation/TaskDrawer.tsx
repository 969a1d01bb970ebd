import { taskStateWords } from '../../../shared/areas/allocation/words.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useLocale } from '../../table/words.ts'

/** One allocation. */
export function TaskDrawer({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('allocation.getAllocation', { task_id: taskId })
  return (
    <LoadedDrawer
      answer={answer}
      title={taskId}
      width={1_080}
      onClose={onClose}
      missing={t('This allocation is not there')}
    >
      {({ task }) => (
        <TabbedDrawer
          title={`${task.task_id} · ${task.name}`}
          beside={<StatusTag status={taskStateWords[task.state]} />}
          width={1_080}
          onClose={onClose}
          tab="plan"
          onTab={() => undefined}
          tabs={[{ key: 'plan', label: t('Plan'), shows: () => null }]}
        />
      )}
    </LoadedDrawer>
  )
}
