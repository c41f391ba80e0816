import type { Language } from './language.ts';
import type { StatusText } from './words.ts';

/** Every method but Pix. */
export type PageMethod = 'CREDIT_CARD' | 'MBWAY' | 'MULTIBANCO' | 'BOLETO' | 'CRYPTO';

/**
 * A code with the button that copies it, and what is said once it is copied, or where no browser's way of
 * copying works.
 */
export type CopyWords = {
  readonly copy: string;
  readonly copied: string;
  readonly byHand: string;
  readonly code: string;
};
export type OrderWords = {
  readonly preparing: StatusText;
  /** Where the payer chooses among several. */
  readonly choose: string;
  readonly names: Readonly<Record<'PIX' | PageMethod, string>>;
  readonly failed: string;
  /** Instead of the instructions, where nothing to pay with came from the acquirer. */
  readonly elsewhere: string;
  readonly instructions: Readonly<Record<PageMethod, string>>;
  readonly boleto: CopyWords & { readonly pdf: string };
  readonly multibanco: CopyWords & { readonly entity: string };
  readonly mbway: string;
  readonly card: string;
  readonly crypto: CopyWords & { readonly amount: string; readonly network: string; readonly exactly: string };
};

/** What the page says of charges by another method than Pix, in each language. */
export const ORDER_WORDS: Readonly<Record<Language, OrderWords>> = {
  'pt-BR': {
    preparing: {
      title: 'Preparando o pagamento',
      text: 'O que é preciso para pagar ainda não está pronto. Costuma levar poucos segundos.',
    },
    choose: 'Escolha uma das formas abaixo e pague uma só vez.',
    names: {
      PIX: 'Pix',
      CREDIT_CARD: 'Cartão de crédito',
      BOLETO: 'Boleto',
      MULTIBANCO: 'Multibanco',
      MBWAY: 'MB WAY',
      CRYPTO: 'Criptomoeda',
    },
    failed: 'o pagamento não foi aceito.',
    elsewhere: 'Esta cobrança é paga no site da loja. Continue por lá.',
    instructions: {
      BOLETO: 'Pague o boleto no app do seu banco ou em uma lotérica. A confirmação pode levar até dois dias úteis.',
      MULTIBANCO: 'Pague com a referência Multibanco, em uma caixa automática ou no seu banco.',
      MBWAY: 'O pedido foi enviado para o seu telefone.',
      CREDIT_CARD: 'O emissor do cartão confirma quem está pagando.',
      CRYPTO: 'Envie a quantia exata para o endereço abaixo.',
    },
    boleto: {
      copy: 'Copiar linha digitável',
      copied: 'Linha copiada. Cole no app do seu banco, em pagar boleto.',
      byHand: 'O navegador não deixou copiar. A linha está selecionada: copie manualmente.',
      code: 'Linha digitável',
      pdf: 'Abrir o boleto em PDF',
    },
    multibanco: {
      entity: 'Entidade',
      code: 'Referência',
      copy: 'Copiar referência',
      copied: 'Referência copiada.',
      byHand: 'O navegador não deixou copiar. A referência está selecionada: copie manualmente.',
    },
    mbway: 'Abra o app MB WAY e aceite o pedido de pagamento.',
    card: 'Continuar no emissor do cartão',
    crypto: {
      amount: 'Quantia',
      network: 'Rede',
      code: 'Endereço',
      copy: 'Copiar endereço',
      copied: 'Endereço copiado.',
      byHand: 'O navegador não deixou copiar. O endereço está selecionado: copie manualmente.',
      exactly: 'Outra quantia ou outra rede pode se perder: confira as duas antes de enviar.',
    },
  },
  en: {
    preparing: {
      title: 'Preparing the payment',
      text: 'What you need in order to pay is not ready yet. This usually takes a few seconds.',
    },
    choose: 'Choose one of the ways below and pay only once.',
    names: {
      PIX: 'Pix',
      CREDIT_CARD: 'Credit card',
      BOLETO: 'Boleto',
      MULTIBANCO: 'Multibanco',
      MBWAY: 'MB WAY',
      CRYPTO: 'Crypto',
    },
    failed: 'the payment was not accepted.',
    elsewhere: 'This charge is paid on the shop’s own site. Continue there.',
    instructions: {
      BOLETO: 'Pay the boleto in your bank’s app or at a lottery shop. It can take two working days to be confirmed.',
      MULTIBANCO: 'Pay with the Multibanco reference, at a cash machine or with your bank.',
      MBWAY: 'The request was sent to your phone.',
      CREDIT_CARD: 'The issuer of the card confirms who is paying.',
      CRYPTO: 'Send the exact amount to the address below.',
    },
    boleto: {
      copy: 'Copy boleto number',
      copied: 'Number copied. Paste it in your bank’s app, where boletos are paid.',
      byHand: 'Your browser did not let us copy. The number is selected: copy it yourself.',
      code: 'Boleto number (linha digitável)',
      pdf: 'Open the boleto as PDF',
    },
    multibanco: {
      entity: 'Entity',
      code: 'Reference',
      copy: 'Copy reference',
      copied: 'Reference copied.',
      byHand: 'Your browser did not let us copy. The reference is selected: copy it yourself.',
    },
    mbway: 'Open the MB WAY app and accept the request.',
    card: 'Continue at the card’s issuer',
    crypto: {
      amount: 'Amount',
      network: 'Network',
      code: 'Address',
      copy: 'Copy address',
      copied: 'Address copied.',
      byHand: 'Your browser did not let us copy. The address is selected: copy it yourself.',
      exactly: 'Another amount or another network may be lost: check both before you send.',
    },
  },
};
