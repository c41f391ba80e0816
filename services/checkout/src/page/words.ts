import type { Language } from './language.ts';
import type { State } from './state.ts';

/** Why money that was not kept goes back (`return_reason`); a later charge service may know more. */
const RETURN_REASONS = [
  'PAYER_MISMATCH',
  'PAYER_UNKNOWN',
  'AMOUNT_MISMATCH',
  'PAID_AFTER_EXPIRY',
  'DUPLICATE_PAYMENT',
  'CHARGE_CLOSED',
  'CANCELLED_WHILE_HELD',
  'RETURNED_AT_BANK',
] as const;
type ReturnReason = (typeof RETURN_REASONS)[number];

/** A standing in words. */
export type StatusText = { readonly title: string; readonly text: string };
type Words = {
  readonly states: Readonly<Record<State, StatusText>>;
  /** Pages without a charge. */
  readonly notFound: StatusText;
  readonly tooMany: StatusText;
  readonly unavailable: StatusText;
  readonly payment: string;
  readonly to: string;
  readonly test: string;
  readonly payBy: string;
  readonly timeLeft: string;
  readonly copy: string;
  readonly copied: string;
  readonly byHand: string;
  readonly code: string;
  readonly scan: string;
  readonly qrLabel: string;
  readonly receiver: string;
  readonly showQr: string;
  /** Of a payer lock: who alone may pay, before the masked document, and what comes of others. */
  readonly payer: string;
  readonly otherPayers: string;
  readonly returned: Readonly<Record<ReturnReason | 'OTHER', string>>;
  readonly goesBack: string;
  readonly payAsTest: string;
  readonly payAsTestHint: string;
  readonly updates: string;
  readonly reload: string;
  readonly back: string;
  readonly otherLanguage: string;
};

/** Everything that the page says, in each language that it speaks. */
export const WORDS: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    states: {
      pending: { title: 'Aguardando o pagamento', text: 'Pague com Pix no app do seu banco.' },
      preparing: {
        title: 'Preparando o código Pix',
        text: 'O código ainda não está pronto. Costuma levar poucos segundos.',
      },
      overdue: {
        title: 'O prazo terminou',
        text: 'Não pague mais. Se você já pagou, aguarde: estamos conferindo com o banco.',
      },
      confirming: {
        title: 'Pagamento recebido',
        text: 'Estamos confirmando o seu pagamento. Não pague de novo.',
      },
      processing: {
        title: 'Pagamento em análise',
        text: 'Não pague de novo. O resultado aparece aqui quando a análise terminar.',
      },
      authenticating: {
        title: 'Aguardando o emissor do cartão',
        text: 'Se você saiu da página do emissor sem decidir, continue por lá. Se já decidiu, o resultado aparece aqui.',
      },
      paid: { title: 'Pagamento confirmado', text: 'Tudo certo: a loja já foi avisada.' },
      failed: { title: 'O pagamento não foi concluído', text: 'A cobrança foi recusada. Peça outra à loja.' },
      expired: { title: 'Esta cobrança expirou', text: 'O prazo terminou sem pagamento. Peça outra cobrança à loja.' },
      cancelled: {
        title: 'Esta cobrança foi cancelada',
        text: 'Não pague mais. O que chegar depois do cancelamento é devolvido.',
      },
      refunded: {
        title: 'Pagamento devolvido',
        text: 'O valor foi devolvido. Se ele não aparecer na sua conta, fale com a loja.',
      },
      disputed: {
        title: 'Pagamento em disputa',
        text: 'Há uma contestação deste pagamento. Fale com a loja ou com o seu banco.',
      },
    },
    notFound: { title: 'Cobrança não encontrada', text: 'Confira o endereço com quem enviou a cobrança.' },
    tooMany: { title: 'Muitos acessos', text: 'Espere um minuto e abra a página de novo.' },
    unavailable: { title: 'A página não abriu agora', text: 'A cobrança não mudou. Tente de novo em instantes.' },
    payment: 'Pagamento',
    to: 'Pagamento para',
    test: 'Modo de teste: nenhum dinheiro de verdade se move.',
    payBy: 'Pague até',
    timeLeft: 'Faltam',
    copy: 'Copiar código Pix',
    copied: 'Código copiado. Cole no app do seu banco, em Pix copia e cola.',
    byHand: 'O navegador não deixou copiar. O código está selecionado: copie manualmente.',
    code: 'Pix copia e cola',
    scan: 'Abra o app do seu banco, escolha Pix e leia o QR Code.',
    qrLabel: 'QR Code Pix',
    receiver: 'No app do banco, quem recebe aparece como',
    showQr: 'Mostrar o QR Code',
    payer: 'Só pode ser paga pelo titular do',
    otherPayers: 'Pagamentos de outras pessoas são devolvidos.',
    returned: {
      PAYER_MISMATCH: 'O pagamento veio de outro CPF ou CNPJ, que não pode pagar esta cobrança.',
      PAYER_UNKNOWN: 'O banco não informou quem pagou, e nem todos podem pagar esta cobrança.',
      AMOUNT_MISMATCH: 'Chegou um pagamento com um valor diferente do cobrado.',
      PAID_AFTER_EXPIRY: 'Chegou um pagamento depois do prazo.',
      DUPLICATE_PAYMENT: 'Chegou mais um pagamento, e basta um.',
      CHARGE_CLOSED: 'Chegou um pagamento depois de encerrada a cobrança.',
      CANCELLED_WHILE_HELD: 'A cobrança foi cancelada enquanto o pagamento estava em análise.',
      RETURNED_AT_BANK: 'O banco desfez o pagamento antes da confirmação.',
      OTHER: 'Chegou um pagamento que não pôde ser aceito.',
    },
    goesBack: 'Esse valor é devolvido para a conta de quem pagou.',
    payAsTest: 'Pagar como teste',
    payAsTestHint: 'Faz o papel do banco de quem paga. Só existe no modo de teste.',
    updates: 'Esta página se atualiza sozinha.',
    reload: 'Atualizar a página',
    back: 'Voltar para a loja',
    otherLanguage: 'English',
  },
  en: {
    states: {
      pending: { title: 'Waiting for the payment', text: 'Pay with Pix in your bank’s app.' },
      preparing: {
        title: 'Preparing the Pix code',
        text: 'The code is not ready yet. This usually takes a few seconds.',
      },
      overdue: {
        title: 'The time is over',
        text: 'Do not pay now. If you have paid already, wait: we are checking with the bank.',
      },
      confirming: { title: 'Payment received', text: 'We are confirming your payment. Do not pay again.' },
      processing: {
        title: 'Payment under review',
        text: 'Do not pay again. The result will appear here when the review ends.',
      },
      authenticating: {
        title: 'Waiting for the card’s issuer',
        text: 'If you left the issuer’s page undecided, continue there. If you have decided, the result will appear here.',
      },
      paid: { title: 'Payment confirmed', text: 'All done: the shop has been told.' },
      failed: {
        title: 'The payment did not go through',
        text: 'The charge was declined. Ask the shop for another one.',
      },
      expired: {
        title: 'This charge has expired',
        text: 'Its time ended without a payment. Ask the shop for another one.',
      },
      cancelled: {
        title: 'This charge was cancelled',
        text: 'Do not pay any more. What arrives after the cancellation is given back.',
      },
      refunded: {
        title: 'Payment returned',
        text: 'The amount was given back. If it does not show up in your account, talk to the shop.',
      },
      disputed: {
        title: 'Payment in dispute',
        text: 'This payment is being disputed. Talk to the shop or to your bank.',
      },
    },
    notFound: { title: 'Charge not found', text: 'Check the address with whoever sent you the charge.' },
    tooMany: { title: 'Too many visits', text: 'Wait a minute and open the page again.' },
    unavailable: { title: 'The page cannot be opened now', text: 'The charge has not changed. Try again in a moment.' },
    payment: 'Payment',
    to: 'Payment to',
    test: 'Test mode: no real money moves.',
    payBy: 'Pay by',
    timeLeft: 'Time left',
    copy: 'Copy Pix code',
    copied: 'Code copied. Paste it in your bank’s app, under Pix copia e cola.',
    byHand: 'Your browser did not let us copy. The code is selected: copy it yourself.',
    code: 'Pix code to copy and paste',
    scan: 'Open your bank’s app, choose Pix and scan the QR code.',
    qrLabel: 'Pix QR code',
    receiver: 'Your bank’s app will show the receiver as',
    showQr: 'Show the QR code',
    payer: 'To be paid only by the holder of',
    otherPayers: 'Payments by anybody else are returned.',
    returned: {
      PAYER_MISMATCH: 'The payment came from another CPF or CNPJ, which may not pay this charge.',
      PAYER_UNKNOWN: 'The bank did not say who paid, and not everybody may pay this charge.',
      AMOUNT_MISMATCH: 'A payment of another amount arrived.',
      PAID_AFTER_EXPIRY: 'A payment arrived after the time was over.',
      DUPLICATE_PAYMENT: 'One more payment arrived, and one is enough.',
      CHARGE_CLOSED: 'A payment arrived after the charge was closed.',
      CANCELLED_WHILE_HELD: 'The charge was cancelled while the payment was under review.',
      RETURNED_AT_BANK: 'The bank undid the payment before it was confirmed.',
      OTHER: 'A payment arrived that could not be accepted.',
    },
    goesBack: 'That amount is returned to the payer’s account.',
    payAsTest: 'Pay as a test',
    payAsTestHint: 'Plays the payer’s bank. Exists in test mode alone.',
    updates: 'This page updates by itself.',
    reload: 'Reload the page',
    back: 'Back to the shop',
    otherLanguage: 'Português',
  },
};

/** Why money of this charge goes back, and where to; undefined where all was kept. */
export function returnText(reason: string | undefined, language: Language): string | undefined {
  if (reason === undefined) return undefined;
  const { returned, goesBack } = WORDS[language];
  const known = RETURN_REASONS.find((one) => one === reason) ?? 'OTHER';
  return `${returned[known]} ${goesBack}`;
}
