/** What main itself says to the user, English as the key; the renderer shows it as it comes. */
const zh: Record<string, string> = {
  'Selvedge is starting …': 'Selvedge 正在启动…',
  'The server did not start': '服务未能启动',
  'It is tried again in a moment.': '稍后将自动重试。',
  'The server stopped. It is being started again.': '服务已停止，正在重新启动。',
  'The server cannot be reached. Check the connection.': '无法连接服务器，请检查网络。',
  'The server answered in a way the app does not understand.': '服务器的响应无法识别。',
  'You are not signed in.': '您尚未登录。',
  'The request of the screen was not understood.': '界面请求无法识别。',
  'Only the app itself may ask for this.': '只有应用本身可以执行此操作。',
  'This download is under way already.': '该下载正在进行中。',
  'There is no room left on the disk.': '磁盘空间不足。',
  'The app may not write there. Choose another folder.': '没有写入权限，请选择其他文件夹。',
  'The file is in use by another program.': '文件正被其他程序占用。',
  'The file could not be saved: {{reason}}': '文件无法保存：{{reason}}',
  'The connection broke off before the file was complete.': '连接中断，文件不完整。',
  'Only files saved by the app can be shown.': '只能显示由本应用保存的文件。',
  'The file is no longer there.': '文件已不存在。',
  'Save file': '保存文件',
  'There is no printer on this computer.': '此电脑上没有打印机。',
  'There is no printer named {{printer}} on this computer.': '此电脑上没有名为“{{printer}}”的打印机。',
  'No printer was chosen and there is no default printer.': '尚未选择打印机，也没有默认打印机。',
  'Printing is not possible: {{reason}}': '无法打印：{{reason}}',
  'The printer {{printer}} knows no paper of {{size}} mm. Add it in the printer’s settings.':
    '打印机“{{printer}}”没有 {{size}} 毫米的纸张，请在打印机设置中添加。',
  'The printer gave the job up: {{reason}}': '打印机放弃了任务：{{reason}}',
  'The app closed before this job was handed over. Look at the printer, then print it again.':
    '任务交给打印机之前应用已关闭。请查看打印机后再重新打印。',
  'This is too much for one print job.': '内容过多，无法作为一个打印任务。',
  '{{printer}} does not answer at {{place}} ({{reason}}). Nothing was sent.':
    '打印机“{{printer}}”（{{place}}）没有响应（{{reason}}），尚未发送任何内容。',
  'The connection to {{printer}} broke while it was printing. Look at the printer, then print again.':
    '打印过程中与“{{printer}}”的连接中断。请查看打印机后再重新打印。',
  'There is no such print job.': '没有该打印任务。',
  'This job is being printed already.': '该任务正在打印中。',
  'What came is not a PDF.': '收到的文件不是 PDF。',
  'Open this link outside the app?': '是否在应用外打开此链接？',
  'It leads to {{host}}.': '链接指向 {{host}}。',
  cancelled: '已取消',
  aborted: '已中止',
  Open: '打开',
  Cancel: '取消',
  'Only https links can be opened.': '只能打开 https 链接。',
  'Another link is still being asked about.': '请先回答上一个链接的询问。',
}

/** In the user's language, with `{{name}}` filled in. Unknown languages read English. */
export function say(language: string | null, text: string, values: Record<string, string> = {}): string {
  const words = language?.startsWith('zh') ? (zh[text] ?? text) : text
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

export type Say = (text: string, values?: Record<string, string>) => string
