<?php
require __DIR__ . '/verify.php';

foreach (file(__DIR__ . '/cases.txt', FILE_IGNORE_NEW_LINES) as $line) {
    [$kind, $id, $timestamp, $signature, $body, $secrets, $now] = explode("\t", $line);
    $rest = [base64_decode($body), explode(',', $secrets), (int) $now];
    $accepted = $kind === 'own'
        ? verify_own($signature, ...$rest)
        : verify_standard($id, $timestamp, $signature, ...$rest);
    echo $accepted ? "true\n" : "false\n";
}
