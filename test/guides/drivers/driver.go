package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"

	"driver/webhook"
)

func main() {
	cases, err := os.ReadFile("cases.txt")
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		f := strings.Split(line, "\t")
		body, err := base64.StdEncoding.DecodeString(f[4])
		if err != nil {
			panic(err)
		}
		now, err := strconv.ParseInt(f[6], 10, 64)
		if err != nil {
			panic(err)
		}
		secrets := strings.Split(f[5], ",")
		if f[0] == "own" {
			fmt.Println(webhook.VerifyOwn(f[3], body, secrets, now))
		} else {
			fmt.Println(webhook.VerifyStandard(f[1], f[2], f[3], body, secrets, now))
		}
	}
}
