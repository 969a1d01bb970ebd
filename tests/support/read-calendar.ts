/** An iCalendar as a strict reader takes it. Throws where a line is too long, ends wrongly, or a part is not closed. */
export function readCalendar(text: string): { events: Record<string, string>[]; head: Record<string, string> } {
  if (!text.endsWith('\r\n') || /(?<!\r)\n|\r(?!\n)/.test(text)) throw new Error('a line does not end with CR LF')
  const lines = text.slice(0, -2).split('\r\n')
  for (const line of lines) if (Buffer.byteLength(line) > 75) throw new Error(`too long: ${line}`)
  const whole = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
  const events: Record<string, string>[] = []
  const head: Record<string, string> = {}
  const open: string[] = []
  for (const line of whole) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z]+=[^:;]+)*:(.*)$/s.exec(line) ?? []
    if (name === '') throw new Error(`no property: ${line}`)
    if (name === 'BEGIN') {
      open.push(value)
      if (value === 'VEVENT') events.push({})
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`${value} is closed and was not open`)
    } else {
      if (/(?<!\\)(?:\\\\)*[,;]/.test(value.replaceAll('\\\\', ''))) throw new Error(`not escaped: ${line}`)
      const into = open.at(-1) === 'VEVENT' ? events.at(-1) : head
      if (into) into[name] = value.replace(/\\([\\,;nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
    }
  }
  if (open.length > 0) throw new Error('a part is not closed')
  for (const event of events)
    for (const wanted of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY']) if (!event[wanted]) throw new Error(`no ${wanted}`)
  return { events, head }
}
