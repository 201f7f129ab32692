// SPDX-License-Identifier: MIT
// go-trafilatura as a process. The protocol is that of runner.py.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
	"syscall"

	"github.com/markusmobius/go-trafilatura"
)

func used() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func run(raw []byte, address string, focus trafilatura.ExtractionFocus) (text string, state string) {
	defer func() {
		if reason := recover(); reason != nil {
			text, state = "", fmt.Sprint("panic: ", reason)
		}
	}()
	original, _ := url.Parse(address)
	result, err := trafilatura.Extract(bytes.NewReader(raw), trafilatura.Options{
		EnableFallback: true, OriginalURL: original, Focus: focus})
	if err != nil {
		return "", err.Error()
	}
	return result.ContentText + "\n" + result.CommentsText, "ok"
}

func main() {
	runtime.GOMAXPROCS(1)
	focus := trafilatura.Balanced
	if len(os.Args) > 1 && os.Args[1] == "recall" {
		focus = trafilatura.FavorRecall
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		raw, err := os.ReadFile(fields[0])
		if err != nil {
			panic(err)
		}
		start := used()
		text, state := run(raw, fields[3], focus)
		spent := used() - start
		if err := os.WriteFile(fields[1], []byte(text), 0o644); err != nil {
			panic(err)
		}
		fmt.Printf("%.6f\t%s\n", spent, strings.Join(strings.Fields(state), " "))
	}
}
