import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import type { ActionRow } from '../../../shared/areas/corrective-actions/calls.ts'
import { correctiveLife } from '../../../shared/areas/corrective-actions/life.ts'
import {
  aboutWords,
  actionStateWords,
  type Judgement,
  judgements,
  MOST_ACTION_PHOTOS,
} from '../../../shared/areas/corrective-actions/rules.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { needsWordsText, openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, DayField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useLocale } from '../../table/words.ts'

type Found = CallData<'correctiveActions.getCorrectiveAction'>
const width = 680
const refresh = ['correctiveActions', 'scorecards', 'home'] as const

/** One corrective action: what is wrong, what the vendor answers, what the company says of it, and all that was said before. */
export function ActionDrawer({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('correctiveActions.getCorrectiveAction', { number })
  return (
    <LoadedDrawer
      answer={answer}
      title={number}
      width={width}
      onClose={onClose}
      missing={t('This corrective action is not there')}
    >
      {(found) => <Opened key={found.action.version} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Opened({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t } = useLocale()
  const { action, history, moves } = found
  const open = openMoves(moves)
  const [tab, setTab] = useState<'action' | 'history'>('action')
  const judged = judgements.filter((one) => open.includes(one))
  return (
    <TabbedDrawer
      of={action}
      title={`${action.number} · ${action.title}`}
      beside={
        <>
          <StatusTag status={actionStateWords[action.state]} />
          {action.is_overdue ? <span className="overdue">{t('Overdue')}</span> : null}
        </>
      }
      width={width}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'action',
          label: t('Corrective action'),
          shows: () => (
            <>
              <Section>
                <FactList fields={facts} row={action} />
              </Section>
              <Section title={t('What is wrong')}>
                <p className="action-words">{action.wrong}</p>
              </Section>
              {action.remark ? (
                <Section title={t('What the company says')}>
                  <p className="action-words">{action.remark}</p>
                </Section>
              ) : null}
              {open.includes('answer') ? <AnswerForm found={found} /> : <Answered found={found} />}
              {judged.length > 0 ? <Judging action={action} judged={judged} moves={moves} /> : null}
              {open.includes('change') ? <ChangeForm action={action} /> : null}
            </>
          ),
        },
        {
          key: 'history',
          label: t('History'),
          count: history.length,
          shows: () => (
            <Section>
              <Timeline
                events={history}
                about={({ details }) => {
                  const said = [details.root_cause, details.done, details.remark].filter(
                    (one) => typeof one === 'string',
                  )
                  return said.length === 0 ? null : <p className="action-words muted">{said.join('\n')}</p>
                }}
              />
            </Section>
          ),
        },
      ]}
    />
  )
}

const facts: readonly ShownField<ActionRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'due', header: key('Due date'), kind: 'day', of: ({ due_on }) => due_on },
  { id: 'owner', header: key('To be answered by'), of: ({ owner }) => owner },
  {
    ...{ id: 'about', header: key('About') },
    of: ({ about }, { t }) =>
      about && (
        <>
          {t(aboutWords[about.kind])}{' '}
          <span className="code">{about.kind === 'reason' ? t(about.code) : about.code}</span>
        </>
      ),
  },
  { id: 'opened_by', header: key('Opened by'), of: ({ opened_by }) => opened_by },
  { id: 'opened_at', header: key('Opened'), kind: 'instant', of: ({ opened_at }) => opened_at },
  { id: 'answered_by', header: key('Answered by'), of: ({ answered_by }) => answered_by },
  { id: 'answered_at', header: key('Answer received'), kind: 'instant', of: ({ answered_at }) => answered_at },
  { id: 'judged_by', header: key('Checked by'), of: ({ judged_by }) => judged_by },
]

const answered = z.object({
  root_cause: wantedText(key('Please say what the cause is.')),
  done: wantedText(key('Please say what is done about it.')),
})

/** The vendor's answer; once more while the first waits to be looked at. */
function AnswerForm({ found: { action, image_ids } }: { found: Found }) {
  const { t } = useLocale()
  const photos = useTyped<readonly string[]>(
    `corrective-photos.${action.number}`,
    z.array(z.string()),
    image_ids,
    t('Photos of the answer'),
  )
  const form = useSentForm(
    answered,
    { root_cause: action.root_cause ?? '', done: action.done ?? '' },
    {
      draft: `corrective-answer.${action.number}`,
      what: t('Answer to the company'),
      send: (values, options) =>
        api.correctiveActions.answerCorrectiveAction(
          { number: action.number, version: action.version, ...values, image_ids: [...photos.value] },
          options,
        ),
      refresh: [...refresh],
      looksAgain: true,
      after: photos.reset,
    },
  )
  return (
    <Section title={t('Answer to the company')}>
      <form noValidate onSubmit={form.send}>
        <div className="action-judging">
          <RemarkField {...form.field('root_cause')} label={t('Root cause')} maxLength={2_000} />
          <RemarkField {...form.field('done')} label={t('What is done about it')} maxLength={2_000} />
          <ActionPhotos number={action.number} ids={photos.value} onIds={photos.change} />
          <div>
            <Button
              type="submit"
              intent="primary"
              text={action.state === 'answered' ? t('Send the better answer') : t('Send the answer')}
              loading={form.isSending}
            />
          </div>
        </div>
      </form>
    </Section>
  )
}

interface ActionPhotosProps {
  number: string
  ids: readonly string[]
  onIds?: (ids: readonly string[]) => void
}

function ActionPhotos({ number, ids, onIds }: ActionPhotosProps) {
  const { t } = useLocale()
  return (
    <PhotoSourceContext value="corrective">
      <PhotoField
        value={ids}
        onChange={(next) => onIds?.(next)}
        isDisabled={onIds === undefined}
        max={MOST_ACTION_PHOTOS}
        label={t('Photos of the answer')}
        place={{
          ...{ work: `corrective ${number}`, field: 'photos', what: t('Photos of the answer') },
          by: 'correctiveActions.uploadCorrectivePhoto',
        }}
      />
    </PhotoSourceContext>
  )
}

function Answered({ found: { action, image_ids } }: { found: Found }) {
  const { t } = useLocale()
  if (action.root_cause === null) return null
  return (
    <>
      <Section title={t('Root cause')}>
        <p className="action-words">{action.root_cause}</p>
      </Section>
      <Section title={t('What is done about it')}>
        <p className="action-words">{action.done}</p>
        {image_ids.length > 0 ? <ActionPhotos number={action.number} ids={image_ids} /> : null}
      </Section>
    </>
  )
}

const judgementWords = {
  accept: key('Accept the answer'),
  return: key('Send back'),
  close: key('Close: it held'),
  cancel: key('Cancel it'),
} as const satisfies Record<Judgement, string>

const judging = z.object({ remark: z.string(), due: z.string() })

/** The company's word: what it says is needed to send back and to cancel. */
function Judging({ action, judged, moves }: Pick<Found, 'action' | 'moves'> & { judged: readonly Judgement[] }) {
  const { t } = useLocale()
  const today = dayIn(vendorZone, new Date())
  const begins = { remark: '', due: [action.due_on, today].toSorted().at(-1) ?? today }
  const typed = useTyped(`corrective-judging.${action.number}`, judging, begins, t('Corrective actions'))
  const { remark, due } = typed.value
  const lacksWords = (one: Judgement) => correctiveLife.ruleOf(one).needsWords === true && remark.trim() === ''
  const judge = useAction(
    (judgement: Judgement, options) =>
      api.correctiveActions.judgeCorrectiveAction(
        {
          ...{ number: action.number, version: action.version, judgement, remark },
          ...(judgement === 'return' && { due_on: due }),
        },
        options,
      ),
    { refresh: [...refresh], looksAgain: true, what: t('Corrective actions') },
  )
  return (
    <Section title={t('What do you say of it?')}>
      <div className="action-judging">
        <RemarkField
          label={t('Words to the vendor')}
          value={remark}
          onChange={(words) => typed.change((now) => ({ ...now, remark: words }))}
        />
        {judged.includes('return') ? (
          <DayField
            label={t('Sent back, due on')}
            value={due}
            min={today}
            onChange={(day) => typed.change((now) => ({ ...now, due: day }))}
          />
        ) : null}
        <div className="score-actions">
          {judged.map((one) => (
            <Button
              key={one}
              text={t(judgementWords[one])}
              intent={one === 'accept' || one === 'close' ? 'primary' : 'none'}
              variant={one === 'cancel' ? 'minimal' : 'solid'}
              disabled={lacksWords(one)}
              title={lacksWords(one) ? t(needsWordsText) : undefined}
              loading={judge.isRunning}
              onClick={() => void judge.run(one).then((done) => done && typed.reset())}
            />
          ))}
        </div>
        <ClosedMoves moves={moves} usual={correctiveLife.usual} names={judgementWords} />
      </div>
    </Section>
  )
}

const changed = z.object({ due_on: wantedText(key('Please choose a day.')), owner: z.string() })

/** Another due date, or another person to answer. */
function ChangeForm({ action }: { action: ActionRow }) {
  const { t } = useLocale()
  const owners = useAnswer('correctiveActions.correctiveOwners', { supplier_id: action.supplier_id })
  const people = owners.data?.people ?? []
  // Somebody who has left the vendor since is still shown.
  const gone = action.owner_id !== null && !people.some(({ id }) => id === action.owner_id)
  const form = useSentForm(
    changed,
    { due_on: action.due_on, owner: action.owner_id ?? '' },
    {
      draft: `corrective-change.${action.number}`,
      what: t('Corrective actions'),
      send: ({ due_on, owner }, options) =>
        api.correctiveActions.changeCorrectiveAction(
          { number: action.number, version: action.version, due_on, owner_id: owner || null },
          options,
        ),
      refresh: [...refresh],
      looksAgain: true,
    },
  )
  return (
    <Section title={t('Due date and person')}>
      <form noValidate onSubmit={form.send}>
        <div className="action-judging">
          <DayField {...form.field('due_on')} label={t('Due date')} />
          <ChoiceField
            {...form.field('owner')}
            label={t('To be answered by')}
            choices={[
              ['', t('Anybody of the vendor')],
              ...(gone ? [[action.owner_id ?? '', action.owner ?? ''] as const] : []),
              ...people.map(({ id, name }) => [id, name] as const),
            ]}
          />
          <div>
            <Button type="submit" text={t('Save the change')} loading={form.isSending} />
          </div>
        </div>
      </form>
    </Section>
  )
}
