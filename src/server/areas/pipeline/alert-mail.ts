import { type Alert, type alertNotices, alertPath } from '../../../shared/areas/pipeline/alerts.ts'
import { describeNotice } from '../../../shared/areas.ts'
import { fill, type NoticeValues } from '../../../shared/kernel/notices.ts'
import { valuesIn } from '../../../shared/kernel/words.ts'
import { fileWords } from '../../languages/languages.ts'
import type { Mail } from '../../mail/carrier.ts'

export interface AlertLine {
  alert: Alert
  kind: keyof typeof alertNotices
  count: number
  values: NoticeValues
}

/** The mail of the day in English and Chinese: nobody has said which one its reader speaks. No prices, and no more than the notices say. */
export async function alertMail(
  to: string,
  lines: readonly AlertLine[],
  { address, resources }: { address: string; resources: string | undefined },
): Promise<Mail> {
  const zh = resources === undefined ? new Map<string, string>() : await fileWords(resources, 'zh')
  const inChinese = (text: string) => zh.get(text) ?? text
  const chinese = {
    isChinese: true,
    translate: (text: string, values: NoticeValues) => fill(inChinese(text), values),
    day: (day: string) => day,
  }
  const said = lines.map(({ alert, kind, count, values }) => {
    const { message, message_key } = describeNotice(kind, count, values)
    const link = address === '' ? [] : [`  ${address}${alertPath(alert)}`]
    const message_zh = fill(inChinese(message_key), { ...valuesIn(values, chinese), count })
    return { english: [`- ${message}`, ...link].join('\n'), chinese: [`- ${message_zh}`, ...link].join('\n') }
  })
  const text = `What is new of the alerts that you set in Selvedge:

${said.map(({ english }) => english).join('\n\n')}

You set them in Pipeline > My alerts, and there you end them.

------------------------------------------------------------

您在 Selvedge 中设置的提醒有新情况：

${said.map(({ chinese }) => chinese).join('\n\n')}

可在“全程进度 > 我的提醒”中修改或取消。
`
  return { to, subject: 'Selvedge: your alerts / 您的提醒', text }
}
