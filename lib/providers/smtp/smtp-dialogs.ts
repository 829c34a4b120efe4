/** Collects the SMTP dialog of each message from the transport's log. Each transport has its own collection. */

/** The dialog of one message, without the sign-in. */
export interface SmtpDialog {
  /** The commands that Belfry sent, in order. */
  commands: string[];
  /** Whether the server has requested the message text (354). After that, the server may have accepted the message. */
  isDataRequested: boolean;
  /** Called if the server does not support non-ASCII addresses (SMTPUTF8, RFC 6531). */
  onAsciiOnly?: () => void;
}

interface LogEntry {
  tnx?: string;
  sid?: string;
  messageId?: string;
}

type Hear = (entry: LogEntry, text?: string) => void;

export function smtpDialogs() {
  const byMessage = new Map<string, SmtpDialog>();
  const bySession = new Map<string, SmtpDialog>();
  let begun: SmtpDialog | undefined;
  const hear: Hear = ({ tnx, sid = '', messageId = '' }, text = '') => {
    // The pool logs the message, and in the same tick the connection logs its first command. So the two belong
    // together.
    if (tnx === 'send') begun = byMessage.get(messageId);
    if (tnx === 'client' && begun && /^MAIL FROM:/i.test(text)) {
      bySession.set(sid, begun);
      begun = undefined;
    }
    const dialog = bySession.get(sid);
    if (tnx === 'client') dialog?.commands.push(text);
    if (tnx === 'client' && /^MAIL FROM:/i.test(text) && !/ SMTPUTF8\b/.test(text)) dialog?.onAsciiOnly?.();
    if (tnx === 'server' && dialog && /^354/.test(text)) dialog.isDataRequested = true;
  };
  return {
    /** The logger for the transport's options. */
    logger: { level: () => undefined, trace: hear, debug: hear, info: hear, warn: hear, error: hear, fatal: hear },
    begin: (messageId: string): SmtpDialog => {
      const dialog: SmtpDialog = { commands: [], isDataRequested: false };
      byMessage.set(messageId, dialog);
      return dialog;
    },
    end: (messageId: string): void => {
      const dialog = byMessage.get(messageId);
      byMessage.delete(messageId);
      for (const [sid, each] of bySession) if (each === dialog) bySession.delete(sid);
    },
  };
}
